import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { formatDuration } from '../../platform/format/duration.ts'
import { Elapsed, Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../stacks/stack-context.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { CancelJobsDialog } from './cancel-jobs-dialog.tsx'
import { whyNotCancel, whyNotRerun } from './job-actions.ts'
import { JobStatusBadge } from './job-status.tsx'
import { RerunDialogs } from './rerun-dialogs.tsx'
import { useJobTitle } from './use-job-title.ts'

export function JobHeader({ job }: { job: JobWithNotices }) {
  const title = useJobTitle()(job)
  return (
    <PageHeader
      title={title}
      badge={<JobStatusBadge job={job} />}
      meta={
        <>
          <JobDuration job={job} />
          <JobCreator job={job} />
          {job.mainEnvironmentId ? <EnvironmentLink environmentId={job.mainEnvironmentId} /> : null}
          <ValidatedJobLink job={job} />
          <CopyText text={job.id} label="job ID" className="max-w-full" />
        </>
      }
      actions={<JobActions job={job} />}
    />
  )
}

function JobDuration({ job }: { job: JobWithNotices }) {
  if (isUnfinished(job))
    return (
      <span>
        {job.startedUtc ? 'Running for ' : 'Waiting for '}
        <Elapsed since={job.startedUtc ?? job.createdUtc} />
      </span>
    )
  if (!job.startedUtc || !job.endedUtc) return null
  return <span>{`Ran for ${formatDuration(Date.parse(job.endedUtc) - Date.parse(job.startedUtc))}`}</span>
}

function JobCreator({ job }: { job: JobWithNotices }) {
  const schedule = useEntity(entities.schedules, job.createdByScheduleId)
  return (
    <span>
      Created by {schedule ? `${schedule.name} (schedule)` : <MemberName userId={job.createdByUserId} />}{' '}
      <Timestamp moment={job.createdUtc} />
    </span>
  )
}

function JobActions({ job }: { job: JobWithNotices }) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()
  const [isCancelling, setCancelling] = useState(false)
  const [rerun, setRerun] = useState<readonly JobWithNotices[]>([])
  const hasEnded = !isUnfinished(job)
  return (
    <>
      {hasEnded ? (
        <Button disabledReason={whyNotRerun(job, isInitialized)} onClick={() => setRerun([job])}>
          <RotateCcw aria-hidden /> Rerun
        </Button>
      ) : (
        <Button
          disabledReason={whyNotCancel(job) ?? notAllowed('cancelJob', job)}
          onClick={() => setCancelling(true)}
        >
          Cancel
        </Button>
      )}
      <CancelJobsDialog
        isOpen={isCancelling && !hasEnded}
        jobs={[job]}
        onClose={() => setCancelling(false)}
        onDone={() => setCancelling(false)}
      />
      <RerunDialogs jobs={rerun} onClose={() => setRerun([])} />
    </>
  )
}

function EnvironmentLink({ environmentId }: { environmentId: string }) {
  const params = useStackParams()
  const environment = useEntity(entities.environments, environmentId)
  if (!environment) return null
  return (
    <span>
      Environment{' '}
      <Link
        to={`${stackPath}/environments/$environmentSlug`}
        params={{ ...params, environmentSlug: environment.slug }}
        className={linkClasses}
      >
        {environment.name}
      </Link>
    </span>
  )
}

/** The check whose validation the job deploys. */
function ValidatedJobLink({ job }: { job: JobWithNotices }) {
  const params = useStackParams()
  const { validatedJobId } = job.commandInput
  if (typeof validatedJobId !== 'string') return null
  return (
    <span>
      Deploys the validation of{' '}
      <Link
        to={`${stackPath}/jobs/$jobId`}
        params={{ ...params, jobId: validatedJobId }}
        className={linkClasses}
      >
        a check-only flow out
      </Link>
    </span>
  )
}
