import type { LoadContext } from '../deploy/load-context.ts'
import type { Workspace } from '../store/workspace.ts'

/** Loads units of a seed into a workspace: no manifest chooses among them, and file names are those of the seed. */
export const seedContext = (workspace: Workspace, read: LoadContext['read']): LoadContext => ({
  workspace,
  manifest: undefined,
  read,
  fileName: (path) => path,
  excluded: new Set(),
  messages: [],
  doomed: new Set(),
})
