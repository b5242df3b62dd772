import { hasType, isListedFor } from '../facts/visibility.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { isKnownIn } from '../registry/api-versions.ts'
import { findChildType, findType, folderTypes } from '../registry/metadata-types.ts'
import { fileProperties } from '../retrieve/file-properties.ts'
import type { FileProperties } from '../retrieve/file-properties.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { childrenOf, textOf } from '../xml/element.ts'
import { asOfVersionOf } from './as-of-version.ts'
import { SoapFault } from './envelope.ts'
import type { MetadataCall } from './metadata-call.ts'
import { soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/** Types that list nothing although they can be retrieved. */
const silent = new Set(['StandardValueSet', 'BotVersion'])

/** Types whose entries the service lists without a type (seen in public output: loganm/sfdx-hydrate issue 21). */
const listedWithoutType = new Set(['GlobalValueSetTranslation', 'StandardValueSetTranslation'])

/**
 * listMetadata: at most three queries a call; one type that is unknown (also in the version `asOfVersion`) or switched off fails the
 * whole call (documented). What is hidden from the user is left out without a word. Paths have no `unpackaged/` here, unlike in a retrieve. An empty list is an
 * answer without any result element. Throws SoapFault LIMIT_EXCEEDED or INVALID_TYPE.
 */
export async function listMetadata({ practice, org, session, soap }: MetadataCall): Promise<Answer> {
  const queries = childrenOf(soap.body, 'queries')
  if (queries.length > 3) throw new SoapFault('LIMIT_EXCEEDED', wording.metadata.tooManyQueries)
  const user = org.user(session.userId)
  const asOfVersion = asOfVersionOf(org, soap)
  const records: ComponentRecord[] = []
  for (const query of queries) {
    const type = textOf(query, 'type')?.trim() ?? ''
    if (!isKnown(type) || !isKnownIn(asOfVersion, type))
      throw new SoapFault('INVALID_TYPE', wording.metadata.unknownListType(type))
    if (!hasType(org, type)) throw new SoapFault('INVALID_TYPE', wording.metadata.switchedOffListType(type))
    if (practice.faults.stands('unlistableType', new Set([type]), org.info.id))
      throw new SoapFault('UNKNOWN_EXCEPTION', wording.call.unexpected)
    if (silent.has(type)) continue
    const folder = textOf(query, 'folder')?.trim()
    const listed = org.store.list(type).filter((record) => isListed(record, folder))
    records.push(...listed.filter((record) => isListedFor(org, user, record)))
  }
  return soapAnswer('listMetadata', described(org, records))
}

/** An entry of a list; its type may be nil, which clients have to infer then. */
type ListEntry = Omit<FileProperties, 'type'> & { type: string | null }

function* described(org: Org, records: readonly ComponentRecord[]): Generator<ListEntry> {
  const isTypeNil = org.holds('listsNilTypes')
  for (const record of records) {
    const entry = fileProperties(org, record, '')
    yield isTypeNil && listedWithoutType.has(record.type) ? { ...entry, type: null } : entry
  }
}

/** Types, nested types and folder types can be listed. */
function isKnown(type: string): boolean {
  return (
    findType(type) !== undefined ||
    findChildType(type) !== undefined ||
    folderTypes.some((entry) => entry.name === type)
  )
}

/**
 * Contents of folders are listed folder by folder. The public folder is never listed, its contents
 * are, for a query that names it (seen in public output: salesforcedx-vscode issue 3601).
 */
function isListed(record: ComponentRecord, folder: string | undefined): boolean {
  if (findType(record.type)?.inFolder !== true) return record.fullName !== 'unfiled$public'
  const slash = record.fullName.lastIndexOf('/')
  return folder !== undefined && record.fullName.slice(0, slash) === folder
}
