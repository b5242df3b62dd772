import { editComponent, readComponent } from '../edit-component.ts'
import type { Answer } from '../http/request.ts'
import { findType } from '../registry/metadata-types.ts'
import { textOf } from '../xml/element.ts'
import { wording } from '../wording.ts'
import { refused, resultOf, userOf } from './crud-metadata.ts'
import type { MetadataCall } from './metadata-call.ts'
import { soapAnswer } from './soap-answers.ts'

/**
 * renameMetadata(type, oldFullName, newFullName): one result. The component is made under its new
 * name and the old one deleted; what refers to the old name is not followed and stops the
 * renaming, unlike on the service, which follows some references.
 */
export async function renameMetadata(call: MetadataCall): Promise<Answer> {
  const { org, soap } = call
  const user = userOf(call)
  const [type = '', oldName = '', fullName = ''] = ['type', 'oldFullName', 'newFullName'].map((name, place) =>
    (textOf(soap.body, name) ?? soap.body.children[place]?.text ?? '').trim(),
  )
  const texts = await readComponent(org, type, oldName)
  if (!texts || fullName === '')
    return answer(refused(oldName, 'INVALID_CROSS_REFERENCE_KEY', wording.metadata.none(type, oldName)))
  if (org.store.find(type, fullName))
    return answer(refused(fullName, 'DUPLICATE_DEVELOPER_NAME', wording.metadata.duplicate(fullName)))
  const files = renamed(texts, { type, oldName, newName: fullName })
  const made = await editComponent(org, { user, edit: { type, fullName, files } })
  if (made.problems.length > 0) return answer(resultOf({ fullName }, made))
  const gone = await editComponent(org, { user, edit: { type, fullName: oldName } })
  if (gone.problems.length > 0) await editComponent(org, { user, edit: { type, fullName } })
  return answer(resultOf({ fullName }, gone))
}

function answer(result: object): Answer {
  return soapAnswer('renameMetadata', [result])
}

/** The same files under the new name: in their paths, or inside for what lives in a parent's file. */
function renamed(
  texts: Record<string, string>,
  name: { type: string; oldName: string; newName: string },
): Record<string, string> {
  const directory = findType(name.type)?.directory
  const files: Record<string, string> = {}
  for (const [path, text] of Object.entries(texts)) {
    const start = `${directory}/${name.oldName}`
    if (directory === undefined) files[path] = text.replace(elementOf(name.oldName), elementOf(name.newName))
    else
      files[path.startsWith(start) ? `${directory}/${name.newName}${path.slice(start.length)}` : path] = text
  }
  return files
}

function elementOf(fullName: string): string {
  return `<fullName>${fullName.slice(fullName.indexOf('.') + 1)}</fullName>`
}
