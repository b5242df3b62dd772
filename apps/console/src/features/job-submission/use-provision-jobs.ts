import { ProblemError } from '@sluice/contract/client'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { provisioningProblem } from './provisioning-problem.ts'

/** Submits jobs; one job leads to its page, several to the list. */
export function useProvisionJobs(onDone: () => void) {
  const client = useClient()
  const { id: stackId, workspaceId } = useStack()
  const open = useOpenProvisioned(onDone)
  return useMutation({
    mutationFn: async (body: JobSubmission) => {
      const results = await client.jobs.provision({ params: { workspaceId, stackId }, body })
      if (body.jobCommandName === 'InitializeStack' && results.some((result) => result.wasProvisioned))
        fireAnalyticsEvent('stack_initialization_started')
      await open(results)
    },
  })
}

/** Deploys what a check-only flow out has validated; leads to the page of the new job. */
export function useQuickDeploy(validatedJobId: string, onDone: () => void) {
  const client = useClient()
  const { id: stackId, workspaceId } = useStack()
  const open = useOpenProvisioned(onDone)
  return useMutation({
    mutationFn: async () =>
      open([await client.jobs.quickDeploy({ params: { workspaceId, stackId, jobId: validatedJobId } })]),
  })
}

function useOpenProvisioned(onDone: () => void) {
  const router = useRouter()
  const params = useStackParams()
  return async (results: readonly ProvisionedJob[]) => {
    const jobs = results.flatMap(({ jobDetails }) => (jobDetails ? [{ ...jobDetails, notices: [] }] : []))
    // The page that opens must not wait for the push; what was pushed already is newer and stays.
    entities.jobs.apply(jobs.filter((job) => !entities.jobs.get(job.id)))
    const problem = provisioningProblem(results)
    if (problem) throw new ProblemError(problem)
    onDone()
    const [first] = jobs
    if (first && jobs.length === 1)
      await router.navigate({ to: `${stackPath}/jobs/$jobId`, params: { ...params, jobId: first.id } })
    else await router.navigate({ to: `${stackPath}/jobs`, params })
  }
}
