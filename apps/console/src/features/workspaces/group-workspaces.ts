import type { ListedWorkspace } from '@sluice/contract/workspace'

export interface WorkspaceGroup {
  title: 'Owner' | 'Member' | 'Other'
  workspaces: ListedWorkspace[]
}

/** The selector's groups: one's own, those one belongs to, and those only a global administrator sees. */
export function groupWorkspaces(list: readonly ListedWorkspace[], userId: string): WorkspaceGroup[] {
  const groupOf = (workspace: ListedWorkspace) =>
    workspace.ownerUserId === userId ? 'Owner' : workspace.accessLevel === null ? 'Other' : 'Member'
  const titles = ['Owner', 'Member', 'Other'] as const
  return titles
    .map((title) => ({ title, workspaces: list.filter((workspace) => groupOf(workspace) === title) }))
    .filter((group) => group.workspaces.length > 0)
}
