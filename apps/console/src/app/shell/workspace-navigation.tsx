import type { Invitation } from '@sluice/contract/invitation'
import { Link } from '@tanstack/react-router'
import { Gauge, Layers, Mail, ScrollText, Settings, Users } from 'lucide-react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { CountBadge } from '../../platform/ui/chips.tsx'
import { navigationClasses, navigationLinkClasses } from './navigation-link.ts'

const count = (rows: ReadonlyMap<string, Invitation>) => rows.size

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
      <Link to="/workspaces/$workspaceSlug/invitations" params={params} className={navigationLinkClasses}>
        <Mail aria-hidden /> <span className="flex-1">Invitations</span> <InvitationCount />
      </Link>
      <Link to="/workspaces/$workspaceSlug/billing" params={params} className={navigationLinkClasses}>
        <Gauge aria-hidden /> Billing and usage
      </Link>
      <Link to="/workspaces/$workspaceSlug/settings" params={params} className={navigationLinkClasses}>
        <Settings aria-hidden /> Settings
      </Link>
      <Link to="/workspaces/$workspaceSlug/audit-log" params={params} className={navigationLinkClasses}>
        <ScrollText aria-hidden /> Audit log
      </Link>
    </nav>
  )
}

function InvitationCount() {
  const invitations = useDerived(entities.invitations, count)
  if (invitations === 0) return null
  return (
    <CountBadge tone="neutral" count={invitations} label={invitations === 1 ? 'invitation' : 'invitations'} />
  )
}
