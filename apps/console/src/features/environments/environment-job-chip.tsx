import type { Environment } from '@sluice/contract/environment'
import type { Job, JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { latestJob, remarkOf } from '@sluice/contract/job-rules'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'

/** The latest job of an environment, with "Locked" while it holds the environment. */
export function EnvironmentJobChip({ environment }: { environment: Environment }) {
  const job = useLatestJob(environment.id)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      {environment.isLocked ? (
        <ToneChip tone="amber">
          <Lock aria-hidden />
          Locked
        </ToneChip>
      ) : null}
      {job ? <JobReference job={job} hasIcon={!environment.isLocked} /> : null}
      {!job && !environment.isLocked ? <span className="text-fg-3">—</span> : null}
    </span>
  )
}

/** When the latest job ended or began, and who started it; nothing without a job. */
export function LatestJobMoment({ environment }: { environment: Environment }) {
  const job = useLatestJob(environment.id)
  const schedule = useEntity(entities.schedules, job?.createdByScheduleId ?? null)
  if (!job) return null
  return (
    <>
      <Timestamp moment={job.endedUtc ?? job.startedUtc ?? job.createdUtc} />
      {' · '}
      {schedule?.name ?? <MemberName userId={job.createdByUserId} />}
    </>
  )
}

/** For rows: the chip, and below it when and by whom. */
export const EnvironmentStatus = ({ environment }: { environment: Environment }) => (
  <div className="min-w-0 py-1">
    <EnvironmentJobChip environment={environment} />
    <p className="text-12 text-fg-3 whitespace-normal empty:hidden">
      <LatestJobMoment environment={environment} />
    </p>
  </div>
)

function JobReference({ job, hasIcon }: { job: JobWithNotices; hasIcon: boolean }) {
  const params = useStackParams()
  const word = chipWord(job)
  return (
    <Link
      to={`${stackPath}/jobs/$jobId`}
      params={{ ...params, jobId: job.id }}
      title={`${jobCommandLabels[job.commandName]} ${word}`}
      className="hover:text-accent-fg flex min-w-0 items-center gap-1.5 hover:underline"
    >
      {hasIcon ? <StatusIcon status={chipStatus(job)} /> : null}
      <span className="min-w-0 whitespace-normal">
        {jobCommandLabels[job.commandName]} {word}
      </span>
    </Link>
  )
}

function useLatestJob(environmentId: string): JobWithNotices | null {
  const find = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      latestJob(
        [...rows.values()].filter((job) =>
          job.affectedEnvironments.some((each) => each.environmentId === environmentId),
        ),
      ),
    [environmentId],
  )
  return useDerived(entities.jobs, find)
}

type Life = Pick<Job, 'status' | 'outcome' | 'hasPendingInquiries' | 'summary'>

/** The chip's own reading of a job: Queued counts as running here. */
export function chipStatus(job: Life): DisplayStatus {
  if (job.status === 'Running' && job.hasPendingInquiries) return 'Waiting'
  if (job.status === 'Queued' || job.status === 'Running') return 'Running'
  return remarkOf(job) === null ? (job.outcome ?? 'Unknown') : 'Warning'
}

export function chipWord(job: Life): string {
  const status = chipStatus(job)
  if (status === 'Failed') return '(failed)'
  if (status === 'TimedOut') return '(timed out)'
  const remark = remarkOf(job)
  if (remark !== null) return `succeeded, ${remark}`
  return status.toLowerCase()
}
