import type { Workspace } from '@sluice/contract/workspace'
import { createContext, type ReactNode, useContext } from 'react'

const Context = createContext<Workspace | null>(null)

export const WorkspaceProvider = ({ workspace, children }: { workspace: Workspace; children: ReactNode }) => (
  <Context value={workspace}>{children}</Context>
)

/** The open workspace; its data is complete. */
export function useWorkspace(): Workspace {
  const workspace = useContext(Context)
  if (!workspace) throw new Error('useWorkspace needs a WorkspaceProvider around it.')
  return workspace
}
