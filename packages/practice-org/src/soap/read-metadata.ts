import { readComponent } from '../edit-component.ts'
import { isRetrievedFor } from '../facts/visibility.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { findChildType } from '../registry/metadata-types.ts'
import type { XmlElement } from '../xml/element.ts'
import { childrenOf, leaf, textOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { writeFragment } from '../xml/write.ts'
import { SoapFault, namespaces } from './envelope.ts'
import type { MetadataCall } from './metadata-call.ts'
import { closeResponse, openResponse, xmlAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/**
 * Components that one read or CRUD call may name: documented as 10, and 200 for custom
 * metadata.
 */
export const crudLimit = { usual: 10, customMetadata: 200 }

/**
 * readMetadata(type, fullNames*): one `records` element per name, nil for what does not exist or the
 * user may not see.
 * Throws SoapFault LIMIT_EXCEEDED for too many names.
 */
export async function readMetadata({ org, session, soap: call }: MetadataCall): Promise<Answer> {
  const user = org.user(session.userId)
  const type = textOf(call.body, 'type')?.trim() ?? call.body.children[0]?.text.trim() ?? ''
  const names = childrenOf(call.body, 'fullNames').map((name) => name.text.trim())
  const limit = type === 'CustomMetadata' ? crudLimit.customMetadata : crudLimit.usual
  if (names.length > limit) throw new SoapFault('LIMIT_EXCEEDED', wording.metadata.tooManyRecords(limit))
  const records: string[] = []
  for (const name of names) {
    const found = org.store.find(type, name)
    const isSeen = found !== undefined && isRetrievedFor(org, user, found)
    records.push(isSeen ? await recordOf(org, type, name) : nil)
  }
  const body = `<result>${records.join('')}</result>`
  return xmlAnswer(
    200,
    openResponse('readMetadata', namespaces.metadata) + body + closeResponse('readMetadata'),
  )
}

const nil = '<records xsi:nil="true"/>'

async function recordOf(org: Org, type: string, fullName: string): Promise<string> {
  const files = await readComponent(org, type, fullName)
  const text =
    files &&
    Object.entries(files).find(
      ([path, content]) => path.endsWith('-meta.xml') || content.startsWith('<'),
    )?.[1]
  if (text === undefined) return nil
  const root = parseXml(text)
  const named: XmlElement = {
    ...root,
    name: 'records',
    attributes: { 'xsi:type': type },
    children: [leaf('fullName', fullName), ...root.children.filter((child) => child.name !== 'fullName')],
  }
  return writeFragment(named)
}

/** True when a component of this type lives in another one's file. */
export function isNested(type: string): boolean {
  return findChildType(type) !== undefined
}
