import { Link } from '@tanstack/react-router'
import { Layers, Settings, Users } from 'lucide-react'
import { navigationClasses, navigationLinkClasses } from './navigation-link.ts'

export function WorkspaceNavigation({ workspaceSlug }: { workspaceSlug: string }) {
  const params = { workspaceSlug }
  return (
    <nav aria-label="Workspace" className={navigationClasses}>
      <Link to="/workspaces/$workspaceSlug/stacks" params={params} className={navigationLinkClasses}>
        <Layers aria-hidden /> Stacks
      </Link>
      <Link to="/workspaces/$workspaceSlug/members" params={params} className={navigationLinkClasses}>
        <Users aria-hidden /> Members
      </Link>
      <Link to="/workspaces/$workspaceSlug/settings" params={params} className={navigationLinkClasses}>
        <Settings aria-hidden /> Settings
      </Link>
    </nav>
  )
}
