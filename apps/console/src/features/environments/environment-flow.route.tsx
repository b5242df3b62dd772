import { type Environment, orgDisplayName } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Building2, GitBranch } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { linkClasses, OutsideLink } from '../../platform/ui/text-link.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { NextStepButton } from '../difference-page/next-step-button.tsx'
import { ChangedInOrg } from '../difference-page/short-list.tsx'
import { WaitingForOrg } from '../difference-page/waiting-for-org.tsx'
import { DifferenceLink, SyncDebtLine } from '../differences/difference-cell.tsx'
import { differenceSentence } from '../differences/difference-text.ts'
import { LastLook } from '../differences/last-look.tsx'
import { useDifference, useWatchDifferences } from '../differences/use-difference.ts'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'
import { JobStatusText } from '../jobs/job-status.tsx'
import { useJobTitle } from '../jobs/use-job-title.ts'
import { BranchLink } from '../repository/repository-links.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { ApiVersion } from './api-version.tsx'
import { HeadCommit, OpenInEditor } from './git-branch-card.tsx'
import { OrgDetails, signInAddress } from './org-details.tsx'
import { useSalesforceInfo } from './use-salesforce-info.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/flow',
)({ component: FlowTab, staticData: { title: 'Flow' } })

/** What waits in the branch, what changed in the org, and between them what to do next. */
function FlowTab() {
  const environment = useEnvironment()
  useWatchDifferences()
  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4 sm:p-6">
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_15rem_minmax(0,1fr)]">
          <BranchEnd environment={environment} />
          <Between environment={environment} />
          <OrgEnd environment={environment} />
        </div>
      </Card>
      <RecentJobs environment={environment} />
    </div>
  )
}

const BranchEnd = ({ environment }: { environment: Environment }) => (
  <End icon={<GitBranch aria-hidden className="size-4" />} kind="Git branch">
    <p className="text-16 pt-2 font-semibold wrap-anywhere">
      <BranchLink environment={environment} />
    </p>
    <p className="text-12 text-fg-2 flex flex-wrap gap-x-2 leading-6">
      <HeadCommit environment={environment} />
      <OpenInEditor environment={environment} />
    </p>
    <Known>
      <WaitingForOrg environment={environment} />
    </Known>
  </End>
)

function OrgEnd({ environment }: { environment: Environment }) {
  const { data } = useSalesforceInfo(environment)
  return (
    <End icon={<Building2 aria-hidden className="size-4" />} kind="Salesforce org">
      <p className="text-16 pt-2 font-semibold wrap-anywhere">
        <OutsideLink href={signInAddress(environment)}>{orgDisplayName(environment)}</OutsideLink>
      </p>
      <p className="text-12 text-fg-2 min-h-6 leading-6 wrap-anywhere">
        <OrgDetails environment={environment} /> {data ? <ApiVersion info={data} /> : null}
      </p>
      <Known>
        <ChangedInOrg environment={environment} />
      </Known>
    </End>
  )
}

/** What stands between branch and org, the one action that follows, and the flows. */
function Between({ environment }: { environment: Environment }) {
  const difference = useDifference(environment.id)
  return (
    <div className="flex min-w-0 flex-col items-center gap-3 self-start py-2 text-center xl:sticky xl:top-4">
      <p className="text-14 font-semibold wrap-anywhere">
        {difference
          ? differenceSentence(difference, environment.gitBranchName)
          : 'What differs is not known yet.'}
      </p>
      <div className="flex flex-col items-center gap-2">
        <NextStepButton environment={environment} />
      </div>
      <p className="text-12 text-fg-2 min-h-4">{difference ? <LastLook difference={difference} /> : null}</p>
      <SyncDebtLine environment={environment} />
      <FlowArrows environment={environment} />
      <div className="min-h-6">
        {difference ? (
          <DifferenceLink environment={environment}>Show the whole difference</DifferenceLink>
        ) : null}
      </div>
    </div>
  )
}

/** Keeps the place of what is fetched after the page is painted. */
const Known = ({ children }: { children: ReactNode }) => (
  <div className="border-line mt-3 flex min-h-40 flex-col gap-1 border-t pt-3">{children}</div>
)

const End = ({ icon, kind, children }: { icon: ReactNode; kind: string; children: ReactNode }) => (
  <div className="border-line min-w-0 rounded-lg border p-4">
    <p className="text-12 text-fg-2 flex items-center gap-2 font-medium">
      {icon}
      {kind}
    </p>
    {children}
  </div>
)

const arrowClasses =
  'text-line-strong group-hover:text-accent group-disabled:text-line h-3 w-full max-md:max-w-40'
const buttonClasses =
  'group flex cursor-pointer flex-col disabled:cursor-default items-center gap-1 rounded-md py-1 text-12 font-medium hover:text-accent-fg disabled:text-fg-disabled'

/** The arrows of the flow diagram are its buttons. */
function FlowArrows({ environment }: { environment: Environment }) {
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const environmentIds = [environment.id]
  const isDisabled = !environment.isInitialized
  return (
    <div className="flex justify-center gap-6 self-center md:flex-col md:gap-1 md:px-1">
      <button
        type="button"
        aria-label="Start a flow in"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'in', environmentIds })}
      >
        Flow in
        <svg aria-hidden viewBox="0 0 208 12" preserveAspectRatio="xMinYMid slice" className={arrowClasses}>
          <path d="M206 6H4M10 1 4 6l6 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <button
        type="button"
        aria-label="Start a flow out"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'out', environmentIds })}
      >
        <svg aria-hidden viewBox="0 0 208 12" preserveAspectRatio="xMaxYMid slice" className={arrowClasses}>
          <path d="M2 6h202m-6-5 6 5-6 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        Flow out
      </button>
      <button
        type="button"
        aria-label="Start a flow merge from another environment"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'mergeFrom', environmentIds })}
      >
        Merge from
      </button>
      <button
        type="button"
        aria-label="Start a flow merge into another environment"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'mergeInto', environmentIds })}
      >
        Merge into
      </button>
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </div>
  )
}

const shownJobs = 5

/** The newest jobs of an environment. */
function RecentJobs({ environment: { id } }: { environment: Environment }) {
  const params = useStackParams()
  const select = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      [...rows.values()]
        .filter((job) => job.affectedEnvironments.some(({ environmentId }) => environmentId === id))
        .toSorted((a, b) => b.createdUtc.localeCompare(a.createdUtc))
        .slice(0, shownJobs),
    [id],
  )
  const jobs = useDerived(entities.jobs, select)
  const all = (
    <Link to={`${stackPath}/jobs`} params={params} className={linkClasses}>
      All jobs
    </Link>
  )
  return (
    <Card title="Latest jobs" actions={all}>
      {jobs.length === 0 ? <p className="text-fg-2 p-4">No job has run in this environment yet.</p> : null}
      <ul className="divide-line divide-y">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  )
}

function JobLine({ job }: { job: JobWithNotices }) {
  const params = useStackParams()
  const titleOf = useJobTitle()
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 px-4 py-1.5">
      <span className="w-36 shrink-0">
        <JobStatusText job={job} />
      </span>
      <Link
        to={`${stackPath}/jobs/$jobId`}
        params={{ ...params, jobId: job.id }}
        className="hover:text-accent-fg min-w-0 flex-1 basis-48 font-medium wrap-anywhere hover:underline"
      >
        {titleOf(job)}
      </Link>
      <span className="text-12 text-fg-2">
        <MemberName userId={job.createdByUserId} />, <Timestamp moment={job.endedUtc ?? job.createdUtc} />
      </span>
    </li>
  )
}
