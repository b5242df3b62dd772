import type { ComponentRecord } from '../store/component-record.ts'
import { textOf } from '../xml/element.ts'
import { accessReferences } from './references.ts'
import type { Workspace } from '../store/workspace.ts'

/**
 * Takes the entries about a deleted component, and about what was inside it, out of profiles and permission sets, which keep
 * author and date (documented: the service removes the access together with what it is to).
 */
export async function removeAccess(workspace: Workspace, { type, fullName }: ComponentRecord): Promise<void> {
  const rules = accessReferences.filter(([, , target]) => target === type || type === 'CustomObject')
  if (rules.length === 0) return
  for (const holder of [...workspace.list('Profile'), ...workspace.list('PermissionSet')]) {
    const [path] = holder.files
    const document = path === undefined ? undefined : await workspace.document(path)
    if (path === undefined || document === undefined) continue
    const kept = document.children.filter((entry) => {
      const about = rules.find(([element]) => element === entry.name)
      const name = about === undefined ? undefined : textOf(entry, about[1])
      if (about === undefined || name === undefined) return true
      return about[2] === type ? name !== fullName : !name.startsWith(`${fullName}.`)
    })
    if (kept.length === document.children.length) continue
    document.children = kept
    workspace.putDocument(path, document)
  }
}
