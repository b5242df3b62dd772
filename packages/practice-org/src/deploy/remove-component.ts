import { findChildType } from '../registry/metadata-types.ts'
import { ownName } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { textOf } from '../xml/element.ts'
import type { Workspace } from '../store/workspace.ts'

/** Takes a component out of the org, with its files or out of its parent's file. Nothing is checked. */
export async function removeComponent(workspace: Workspace, record: ComponentRecord): Promise<void> {
  if (record.parent === undefined) for (const path of record.files) workspace.deleteFile(path)
  else await deleteNested(workspace, record)
  workspace.remove(record)
}

/** Takes a nested component out of its parent's file; the file goes with its last component, except an object's. */
async function deleteNested(workspace: Workspace, record: ComponentRecord): Promise<void> {
  const type = findChildType(record.type)
  const parentName = record.parent?.slice(record.parent.indexOf('/') + 1) ?? ''
  const parent = type ? workspace.find(type.parent.name, parentName) : undefined
  const path = parent?.files[0]
  const document = path === undefined ? undefined : await workspace.document(path)
  if (!type || !parent || path === undefined || !document) return
  const name = type.child.global ? record.fullName : ownName(record)
  document.children = document.children.filter(
    (element) => element.name !== type.child.element || textOf(element, 'fullName') !== name,
  )
  const isEmpty = document.children.length === 0 && type.parent.name !== 'CustomObject'
  if (!isEmpty) {
    workspace.putDocument(path, document)
    return
  }
  workspace.deleteFile(path)
  workspace.remove(record)
  workspace.remove(parent)
}
