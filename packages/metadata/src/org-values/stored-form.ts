import { withoutOwnValues } from './take-values.ts'
import { canNameUsers, withoutSandboxSuffix } from './user-names.ts'

/** In which form a branch holds the files of its org. */
export interface StoredForm {
  /** Values that belong to one org are left out. */
  readonly leavesOutOwnValues: boolean
  /** The sandbox whose name is left out behind user names; null for production. */
  readonly sandboxName: string | null
}

/** The files as the org returns them. */
export const asReturned: StoredForm = { leavesOutOwnValues: false, sandboxName: null }

/** A file of an org in the form in which a branch holds it; the very bytes where they are so already. */
export function inStoredForm(path: string, content: Uint8Array, form: StoredForm): Uint8Array {
  const { leavesOutOwnValues, sandboxName } = form
  const named =
    sandboxName === null || !canNameUsers(path) ? content : withoutSandboxSuffix(content, sandboxName)
  return leavesOutOwnValues ? withoutOwnValues(path, named) : named
}
