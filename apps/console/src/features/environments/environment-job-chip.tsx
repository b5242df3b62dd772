import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { latestJob } from '@sluice/contract/job-rules'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { chipStatus, chipWord } from './chip-status.ts'

/** The latest job of an environment, with "Locked" while it holds the environment. */
export function EnvironmentJobChip({ environment }: { environment: Environment }) {
  const job = useLatestJob(environment.id)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
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
      <span className="truncate">
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
