import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { findChildType, findType, folderTypes } from '../registry/metadata-types.ts'
import { fileProperties } from '../retrieve/file-properties.ts'
import type { FileProperties } from '../retrieve/file-properties.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { childrenOf, textOf } from '../xml/element.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/** Types that list nothing although they can be retrieved. */
const silent = new Set(['StandardValueSet', 'BotVersion'])

/**
 * listMetadata: at most three queries a call; one unknown type fails the whole call
 * (documented). Paths have no `unpackaged/` here, unlike in a retrieve. An empty list is an
 * answer without any result element. Throws SoapFault LIMIT_EXCEEDED or INVALID_TYPE.
 */
export async function listMetadata(org: Org, call: SoapCall): Promise<Answer> {
  const queries = childrenOf(call.body, 'queries')
  if (queries.length > 3) throw new SoapFault('LIMIT_EXCEEDED', wording.metadata.tooManyQueries)
  const records: ComponentRecord[] = []
  for (const query of queries) {
    const type = textOf(query, 'type')?.trim() ?? ''
    if (!isKnown(type)) throw new SoapFault('INVALID_TYPE', wording.metadata.unknownListType(type))
    if (silent.has(type)) continue
    const folder = textOf(query, 'folder')?.trim()
    records.push(...org.store.list(type).filter((record) => isListed(record, folder)))
  }
  return soapAnswer('listMetadata', described(org, records))
}

function* described(org: Org, records: readonly ComponentRecord[]): Generator<FileProperties> {
  for (const record of records) yield fileProperties(org, record, '')
}

/** Types, nested types and folder types can be listed. */
function isKnown(type: string): boolean {
  return (
    findType(type) !== undefined ||
    findChildType(type) !== undefined ||
    type === 'EmailTemplateFolder' ||
    folderTypes.some((entry) => entry.name === type)
  )
}

/** Contents of folders are listed folder by folder; the public folder is never listed. */
function isListed(record: ComponentRecord, folder: string | undefined): boolean {
  if (findType(record.type)?.inFolder !== true) return record.fullName !== 'unfiled$public'
  const slash = record.fullName.lastIndexOf('/')
  return folder !== undefined && record.fullName.slice(0, slash) === folder
}
