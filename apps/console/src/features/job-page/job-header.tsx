import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { CancelJobsDialog } from '../jobs/cancel-jobs-dialog.tsx'
import { whyNotCancel, whyNotRerun } from '../jobs/job-actions.ts'
import { JobAuthor } from '../jobs/job-author.tsx'
import { JobDuration } from '../jobs/job-duration.tsx'
import { JobStatusBadge } from '../jobs/job-status.tsx'
import { RerunDialogs } from '../jobs/rerun-dialogs.tsx'
import { useJobTitle } from '../jobs/use-job-title.ts'

export function JobHeader({ job }: { job: JobWithNotices }) {
  const title = useJobTitle()(job)
  return (
    <PageHeader
      title={title}
      badge={<JobStatusBadge job={job} />}
      meta={
        <>
          <JobDuration job={job} />
          <WorkerMinutes job={job} />
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

/** The started minutes of an ended job: at work, and waiting for people, locks and sandboxes. */
function WorkerMinutes({ job }: { job: JobWithNotices }) {
  const { billableActiveWorkerMinutes: active, billablePassiveWorkerMinutes: passive } = job
  if (active === null) return null
  const waited = passive === null || passive === 0 ? '' : `, ${passive} waiting`
  return <span>{`Worker minutes: ${active} active${waited}`}</span>
}

function JobCreator({ job }: { job: JobWithNotices }) {
  const schedule = useEntity(entities.schedules, job.createdByScheduleId)
  return (
    <span>
      Created by <JobAuthor job={job} />
      {schedule && job.createdByUserId !== null ? (
        <>
          , <MemberName userId={job.createdByUserId} />
        </>
      ) : null}{' '}
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
