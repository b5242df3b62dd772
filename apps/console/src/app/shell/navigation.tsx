import type { Invitation } from '@sluice/contract/invitation'
import type { JobWithNotices } from '@sluice/contract/job'
import { isActive, isWaitingForInput } from '@sluice/contract/job-rules'
import type { Stack } from '@sluice/contract/stack'
import { Link, useParams } from '@tanstack/react-router'
import {
  Boxes,
  CalendarClock,
  Cloud,
  FlaskConical,
  Gauge,
  GitBranch,
  Layers,
  Mail,
  ScrollText,
  Settings,
  Users,
  Workflow,
} from 'lucide-react'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { repositoryAddress } from '../../features/current-stack/repository-address.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { CountBadge } from '../../platform/ui/chips.tsx'
import { isSafeAddress } from '../../platform/ui/text-link.tsx'

export function Navigation() {
  const { workspaceSlug, stackSlug } = useParams({ strict: false })
  if (!workspaceSlug) return null
  return stackSlug ? (
    <StackNavigation workspaceSlug={workspaceSlug} stackSlug={stackSlug} />
  ) : (
    <WorkspaceNavigation workspaceSlug={workspaceSlug} />
  )
}

const count = (rows: ReadonlyMap<string, Invitation>) => rows.size

function WorkspaceNavigation({ workspaceSlug }: { workspaceSlug: string }) {
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

const navigationLinkClasses =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-fg-2 hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg [&>svg]:size-4 [&>svg]:shrink-0'

const navigationClasses = 'flex w-full flex-col gap-0.5 p-2'

interface StackNavigationProps {
  workspaceSlug: string
  stackSlug: string
}

function StackNavigation(params: StackNavigationProps) {
  const { stackSlug } = params
  const find = useCallback(
    (rows: ReadonlyMap<string, Stack>) => [...rows.values()].find((stack) => stack.slug === stackSlug),
    [stackSlug],
  )
  const stack = useDerived(entities.stacks, find)
  return (
    <nav aria-label="Stack" className={navigationClasses}>
      <Link
        to="/workspaces/$workspaceSlug/stacks/$stackSlug/environments"
        params={params}
        className={navigationLinkClasses}
      >
        <Boxes aria-hidden /> Environments
      </Link>
      <Link
        to="/workspaces/$workspaceSlug/stacks/$stackSlug/schedules"
        params={params}
        className={navigationLinkClasses}
      >
        <CalendarClock aria-hidden /> Schedules
      </Link>
      <Link
        to="/workspaces/$workspaceSlug/stacks/$stackSlug/jobs"
        params={params}
        className={navigationLinkClasses}
      >
        <Workflow aria-hidden /> <span className="flex-1">Jobs</span>{' '}
        {stack ? <JobCounts stackId={stack.id} /> : null}
      </Link>
      <Link
        to="/workspaces/$workspaceSlug/stacks/$stackSlug/test-runs"
        params={params}
        className={navigationLinkClasses}
      >
        <FlaskConical aria-hidden /> Test runs
      </Link>
      <Link
        to="/workspaces/$workspaceSlug/stacks/$stackSlug/settings"
        params={params}
        className={navigationLinkClasses}
      >
        <Settings aria-hidden /> Settings
      </Link>
      <div className="flex-1" />
      {stack?.gitRepositoryIsManaged ? (
        <Link
          to="/workspaces/$workspaceSlug/stacks/$stackSlug/repository"
          params={params}
          className={navigationLinkClasses}
        >
          <GitBranch aria-hidden /> Git repository
        </Link>
      ) : null}
      {stack ? <OutsideLinks stack={stack} /> : null}
    </nav>
  )
}

function JobCounts({ stackId }: { stackId: string }) {
  const countActive = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      countOf(rows, (job) => job.stackId === stackId && isActive(job)),
    [stackId],
  )
  const countWaiting = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      countOf(rows, (job) => job.stackId === stackId && isWaitingForInput(job)),
    [stackId],
  )
  const active = useDerived(entities.jobs, countActive)
  const waiting = useDerived(entities.jobs, countWaiting)
  return (
    <>
      {active > 0 ? (
        <span title="Active jobs" className="text-12 tabular-nums">
          <span aria-hidden>{active}</span>
          <span className="sr-only">{`${active} active`}</span>
        </span>
      ) : null}
      {waiting > 0 ? <CountBadge tone="violet" count={waiting} label="waiting for input" /> : null}
    </>
  )
}

function countOf(
  rows: ReadonlyMap<string, JobWithNotices>,
  matches: (job: JobWithNotices) => boolean,
): number {
  let matching = 0
  for (const job of rows.values()) if (matches(job)) matching++
  return matching
}

function OutsideLinks({ stack }: { stack: Stack }) {
  const repository = stack.gitRepositoryIsManaged ? null : repositoryAddress(stack)
  const { sfdcBaseSignInUrl: salesforce } = stack
  return (
    <>
      {repository && isSafeAddress(repository) ? (
        <a href={repository} target="_blank" rel="noreferrer" className={navigationLinkClasses}>
          <GitBranch aria-hidden /> Git repository
        </a>
      ) : null}
      {salesforce && isSafeAddress(salesforce) ? (
        <a href={salesforce} target="_blank" rel="noreferrer" className={navigationLinkClasses}>
          <Cloud aria-hidden /> Salesforce sign-in
        </a>
      ) : null}
    </>
  )
}
