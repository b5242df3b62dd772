import type { ListedWorkspace } from '@sluice/contract/workspace'
import { Link, useParams } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useUser } from '../../features/auth/session-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { useOpenWorkspace, useRememberedWorkspace, useWorkspaceList } from './use-open-workspace.ts'

export function WorkspaceSelector() {
  const user = useUser()
  const open = useOpenWorkspace()
  const remembered = useRememberedWorkspace()
  const groups = groupWorkspaces(useWorkspaceList(), user?.id ?? '')
  const { workspaceSlug } = useParams({ strict: false })
  const name = open?.name ?? workspaceSlug ?? remembered?.name ?? 'Choose a workspace'
  return (
    <Menu>
      <MenuTrigger
        render={<Button intent="quiet" className="text-fg min-w-0 shrink px-2" />}
        aria-label={`Workspace: ${name}`}
      >
        <span className="truncate">{name}</span>
        <ChevronsUpDown aria-hidden className="text-fg-3 size-3.5!" />
      </MenuTrigger>
      <MenuContent>
        {groups.map((group) => (
          <MenuGroup key={group.title}>
            <MenuLabel>{group.title}</MenuLabel>
            {group.workspaces.map((workspace) => (
              <WorkspaceItem key={workspace.id} workspace={workspace} isOpen={workspace.id === open?.id} />
            ))}
          </MenuGroup>
        ))}
        {groups.length > 0 ? <MenuSeparator /> : null}
        <MenuItem render={<Link to="/create-workspace" />}>
          <Plus aria-hidden /> Create new workspace
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

function WorkspaceItem({ workspace, isOpen }: { workspace: ListedWorkspace; isOpen: boolean }) {
  return (
    <MenuItem
      className="grid grid-cols-[1rem_1fr]"
      aria-current={isOpen ? 'true' : undefined}
      render={<Link to="/workspaces/$workspaceSlug" params={{ workspaceSlug: workspace.slug }} />}
    >
      {isOpen ? <Check aria-hidden /> : <span />}
      <span className="truncate">{workspace.name}</span>
    </MenuItem>
  )
}

interface WorkspaceGroup {
  title: 'Owner' | 'Member' | 'Other'
  workspaces: ListedWorkspace[]
}

/** The selector's groups: one's own, those one belongs to, and those only a global administrator sees. */
function groupWorkspaces(list: readonly ListedWorkspace[], userId: string): WorkspaceGroup[] {
  const groupOf = (workspace: ListedWorkspace) =>
    workspace.ownerUserId === userId ? 'Owner' : workspace.accessLevel === null ? 'Other' : 'Member'
  const titles = ['Owner', 'Member', 'Other'] as const
  return titles
    .map((title) => ({ title, workspaces: list.filter((workspace) => groupOf(workspace) === title) }))
    .filter((group) => group.workspaces.length > 0)
}
