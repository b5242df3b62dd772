import { editComponent } from '../edit-component.ts'
import type { Edit, EditResult } from '../edit-component.ts'
import type { Answer } from '../http/request.ts'
import type { OrgUser } from '../org-state.ts'
import { findChildType, findType } from '../registry/metadata-types.ts'
import { mainPathOf } from '../registry/paths.ts'
import { childrenOf, leaf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { writeFragment, writeXml } from '../xml/write.ts'
import { SoapFault } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'
import type { MetadataCall } from './metadata-call.ts'
import { crudLimit, isNested } from './read-metadata.ts'
import { wording } from '../wording.ts'

/**
 * createMetadata, updateMetadata and upsertMetadata: one result per component, in their order.
 * A component that is refused does not stop the others. Throws SoapFault LIMIT_EXCEEDED for
 * too many components in one call.
 */
export async function writeMetadata(
  call: MetadataCall,
  operation: 'create' | 'update' | 'upsert',
): Promise<Answer> {
  const user = userOf(call)
  const elements = childrenOf(call.soap.body, 'metadata')
  checkCount(elements.length, elements[0]?.attributes['xsi:type'] ?? '')
  const results = []
  for (const element of elements) {
    const type = (element.attributes['xsi:type'] ?? '').replace(/^.*:/, '')
    const fullName = textOf(element, 'fullName')?.trim() ?? ''
    const exists = call.org.store.find(type, fullName) !== undefined
    if (operation === 'create' && exists)
      results.push(refused(fullName, 'DUPLICATE_DEVELOPER_NAME', wording.metadata.duplicate(fullName)))
    else if (operation === 'update' && !exists)
      results.push(refused(fullName, 'INVALID_CROSS_REFERENCE_KEY', wording.metadata.none(type, fullName)))
    else {
      const edit = { type, fullName, files: textsOf(type, fullName, element) }
      const created = operation === 'upsert' ? { created: !exists } : {}
      results.push(resultOf({ ...created, fullName }, await editComponent(call.org, { user, edit })))
    }
  }
  return soapAnswer(`${operation}Metadata`, results)
}

/** Documented: ten components a call, and 200 of custom metadata. */
function checkCount(count: number, type: string): void {
  const limit = /(^|:)CustomMetadata$/.test(type) ? crudLimit.customMetadata : crudLimit.usual
  if (count > limit) throw new SoapFault('LIMIT_EXCEEDED', wording.metadata.tooManyRecords(limit))
}

/**
 * deleteMetadata(type, fullNames*): one result per name. What is absent fails here, unlike in
 * a destructive manifest.
 */
export async function deleteMetadata(call: MetadataCall): Promise<Answer> {
  const user = userOf(call)
  const type = textOf(call.soap.body, 'type')?.trim() ?? ''
  const names = childrenOf(call.soap.body, 'fullNames')
  checkCount(names.length, type)
  const results = []
  for (const name of names) {
    const fullName = name.text.trim()
    const edit: Edit = { type, fullName }
    if (call.org.store.find(type, fullName))
      results.push(resultOf({ fullName }, await editComponent(call.org, { user, edit })))
    else results.push(refused(fullName, 'INVALID_CROSS_REFERENCE_KEY', wording.metadata.none(type, fullName)))
  }
  return soapAnswer('deleteMetadata', results)
}

/** The person whose session this is. Throws SoapFault INVALID_SESSION_ID for one that is gone. */
export function userOf({ org, session }: MetadataCall): OrgUser {
  const user = org.user(session.userId)
  if (!user) throw new SoapFault('INVALID_SESSION_ID', wording.call.illegalSession)
  return user
}

/**
 * The file that a component sent as XML would be: its type is in `xsi:type`, its name inside.
 * Nested components travel as their element.
 */
function textsOf(type: string, fullName: string, element: XmlElement): Record<string, string> {
  const described = findType(type)
  if (isNested(type) || !described) return { text: writeFragment(nestedElement(type, element)) }
  const children = element.children.filter((child) => child.name !== 'fullName')
  const root: XmlElement = { ...element, name: type, attributes: {}, children }
  return { [mainPathOf(described, fullName)]: writeXml(root) }
}

/** A nested component bears its own name inside its parent's file: `Tint__c`, not `Lamp__c.Tint__c`. */
function nestedElement(type: string, element: XmlElement): XmlElement {
  const isGlobal = findChildType(type)?.child.global === true
  const children = element.children.map((child) =>
    child.name === 'fullName' && !isGlobal
      ? leaf('fullName', child.text.trim().slice(child.text.trim().indexOf('.') + 1))
      : child,
  )
  return { ...element, attributes: {}, children }
}

/** The result of an edit, with its first problem as the error. */
export function resultOf(head: { fullName: string; created?: boolean }, result: EditResult): object {
  const [problem] = result.problems
  const { created } = head
  const errors = problem ? { message: problem.problem, statusCode: 'INVALID_CROSS_REFERENCE_KEY' } : undefined
  return { created, errors, fullName: head.fullName, success: problem === undefined }
}

/** The result of a component that was not even tried. */
export function refused(fullName: string, statusCode: string, message: string): object {
  return { errors: { message, statusCode }, fullName, success: false }
}
