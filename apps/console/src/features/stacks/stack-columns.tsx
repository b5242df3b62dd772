import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { displayStatus } from '@sluice/contract/job-rules'
import type { Schedule } from '@sluice/contract/schedule'
import type { Stack } from '@sluice/contract/stack'
import { Link, useParams } from '@tanstack/react-router'
import { Cloud, GitBranch } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { cn } from '../../platform/ui/cn.ts'
import { StatusIcon, StatusText } from '../../platform/ui/status.tsx'
import { linkClasses, OutsideLink } from '../../platform/ui/text-link.tsx'
import { RepositoryLink } from '../repository/repository-links.tsx'
import { stackPath } from '../current-stack/stack-paths.ts'

export const stackColumns: readonly Column<Stack>[] = [
  { id: 'name', label: 'Name', width: 'auto', isLocked: true, cell: (stack) => <StackName stack={stack} /> },
  { id: 'status', label: 'Status', width: '8.5rem', cell: (stack) => <StackStatus stack={stack} /> },
  {
    id: 'environments',
    label: 'Environments',
    width: '7rem',
    cell: (stack) => <EnvironmentCount stack={stack} />,
  },
  {
    id: 'schedules',
    label: 'Schedules',
    width: '5.5rem',
    cell: (stack) => <ScheduleCount stack={stack} />,
  },
  { id: 'jobs', label: 'Latest job', width: '8.5rem', cell: (stack) => <LatestJob stack={stack} /> },
  {
    id: 'connections',
    label: 'Connections',
    width: 'auto',
    cell: (stack) => <Connections stack={stack} />,
  },
  {
    id: 'createdUtc',
    label: 'Created',
    width: '8rem',
    cell: (stack) => <Timestamp moment={stack.createdUtc} />,
  },
]

/** The repository, and below it where its people sign in to Salesforce. */
const Connections = ({ stack }: { stack: Stack }) => (
  <span className="flex min-w-0 flex-col">
    <Connection icon={<GitBranch aria-hidden />}>
      <RepositoryLink stack={stack} className="block truncate">
        {shortAddress(stack.gitRepositoryUrl)}
      </RepositoryLink>
    </Connection>
    {stack.sfdcBaseSignInUrl ? (
      <Connection icon={<Cloud aria-hidden />}>
        <OutsideLink href={stack.sfdcBaseSignInUrl} className="block truncate">
          {shortAddress(stack.sfdcBaseSignInUrl)}
        </OutsideLink>
      </Connection>
    ) : null}
  </span>
)

const Connection = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="[&>svg]:text-fg-3 flex min-h-6 min-w-0 items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:shrink-0">
    {icon}
    <span className="min-w-0">{children}</span>
  </span>
)

const shortAddress = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '')

function useLink(stack: Stack) {
  const { workspaceSlug = '' } = useParams({ strict: false })
  return { workspaceSlug, stackSlug: stack.slug }
}

function StackName({ stack }: { stack: Stack }) {
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        to={stackPath}
        params={useLink(stack)}
        className="hover:text-accent-fg truncate font-medium hover:underline"
      >
        {stack.name}
      </Link>
      <code className="text-12 text-fg-2 truncate font-mono">{stack.slug}</code>
    </span>
  )
}

const StackStatus = ({ stack }: { stack: Stack }) =>
  stack.isInitialized ? (
    <StatusText status="Succeeded" label="Initialized" />
  ) : (
    <StatusText status="Pending" label="Not initialized" />
  )

function EnvironmentCount({ stack }: { stack: Stack }) {
  const count = useCallback(
    (rows: ReadonlyMap<string, Environment>) =>
      [...rows.values()].filter((row) => row.stackId === stack.id).length,
    [stack.id],
  )
  const shown = useDerived(entities.environments, count)
  return <CountLink stack={stack} page="environments" count={shown} noun="environment" />
}

function ScheduleCount({ stack }: { stack: Stack }) {
  const count = useCallback(
    (rows: ReadonlyMap<string, Schedule>) =>
      [...rows.values()].filter((row) => row.stackId === stack.id).length,
    [stack.id],
  )
  const shown = useDerived(entities.schedules, count)
  return <CountLink stack={stack} page="schedules" count={shown} noun="schedule" />
}

interface CountLinkProps {
  stack: Stack
  page: 'environments' | 'schedules'
  count: number
  noun: string
}

/** The heading of the column shows the noun, which the link only says. */
const CountLink = ({ stack, page, count, noun }: CountLinkProps) => (
  <Link
    to={`${stackPath}/${page}`}
    params={useLink(stack)}
    aria-label={plural(count, noun)}
    className={cn(linkClasses, 'inline-block min-w-6 py-0.5')}
  >
    {formatNumber(count)}
  </Link>
)

/** The newest job of the stack, and below it the way to all of them. */
function LatestJob({ stack }: { stack: Stack }) {
  const params = useLink(stack)
  const find = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) => newestJob(rows.values(), stack.id),
    [stack.id],
  )
  const job = useDerived(entities.jobs, find)
  return (
    <span className="flex min-w-0 flex-col items-start">
      {job ? <JobLink job={job} params={params} /> : null}
      <Link to={`${stackPath}/jobs`} params={params} className={cn(linkClasses, 'py-0.5')}>
        All jobs
      </Link>
    </span>
  )
}

interface JobLinkProps {
  job: JobWithNotices
  params: ReturnType<typeof useLink>
}

const JobLink = ({ job, params }: JobLinkProps) => (
  <Link
    to={`${stackPath}/jobs/$jobId`}
    params={{ ...params, jobId: job.id }}
    className="hover:text-accent-fg flex min-h-6 max-w-full min-w-0 items-center gap-1.5 hover:underline"
  >
    <StatusIcon status={displayStatus(job)} isNamed />
    <span className="truncate">{jobCommandLabels[job.commandName]}</span>
  </Link>
)

function newestJob(jobs: Iterable<JobWithNotices>, stackId: string): JobWithNotices | null {
  let newest: JobWithNotices | null = null
  for (const job of jobs)
    if (job.stackId === stackId && (!newest || job.createdUtc > newest.createdUtc)) newest = job
  return newest
}
