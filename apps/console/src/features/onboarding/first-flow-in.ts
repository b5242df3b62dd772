import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import type { OnboardingResponse } from '@sluice/contract/onboarding'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'

/** `none`: there is nothing to wait for; `refused`: the job was not started. */
export type FirstFlowIn =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'running' | 'done' | 'failed'
      readonly jobId: string
      readonly job: JobWithNotices | undefined
    }

/** How the job stands that brings the metadata of the org into Git for the first time, as it is pushed. */
export function useFirstFlowIn({ stack, jobs }: OnboardingResponse): FirstFlowIn {
  const started = jobs.find(({ jobCommandName }) => jobCommandName === 'InitializeStack')
  const jobId = started?.id ?? null
  const job = useEntity(entities.jobs, jobId ?? undefined)
  if (stack === null || started === undefined) return { kind: 'none' }
  if (jobId === null) return { kind: 'refused' }
  if (job === undefined || isUnfinished(job)) return { kind: 'running', jobId, job }
  return { kind: job.outcome === 'Succeeded' ? 'done' : 'failed', jobId, job }
}

interface NewSandbox {
  readonly name: string
  readonly job: JobWithNotices
}

/** The sandboxes that are made, or were made, for the stack of this job. */
export function useNewSandboxes(stackId: string | undefined): readonly NewSandbox[] {
  const find = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      [...rows.values()].flatMap((job): NewSandbox[] => {
        const name = job.commandInput['environmentName']
        const isOne = job.stackId === stackId && job.commandName === 'CreateEnvironment'
        return isOne && typeof name === 'string' ? [{ name, job }] : []
      }),
    [stackId],
  )
  return useDerived(entities.jobs, find)
}
