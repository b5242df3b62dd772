import { ProblemError } from '@sluice/contract/client'
import type { JobWithNotices } from '@sluice/contract/job'
import { createEnvironmentTemplate } from '@sluice/contract/job-commands/create-environment'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import {
  deleteEnvironmentsFormOf,
  toDeleteEnvironmentTemplate,
} from '../job-submission/delete-environments-form.ts'
import { flowInFormOf, toFlowInTemplate } from '../job-submission/flow-in-form.ts'
import { flowMergeFormOf, toFlowMergeTemplate } from '../job-submission/flow-merge-form.ts'
import { flowOutFormOf, toFlowOutTemplate } from '../job-submission/flow-out-form.ts'
import { provisioningProblem } from '../job-submission/provisioning-problem.ts'
import { runApexTestsFormOf, toRunApexTestsTemplate } from '../job-submission/run-apex-tests-form.ts'
import { useJobTitle } from './use-job-title.ts'

export function RerunManyDialog({ jobs, onClose }: { jobs: readonly JobWithNotices[]; onClose: () => void }) {
  const client = useClient()
  const titleOf = useJobTitle()
  const rerun = useMutation({
    mutationFn: async () => {
      for (const job of jobs) {
        const body = submissionOf(job)
        if (!body) continue
        const { workspaceId, stackId } = job
        const problem = provisioningProblem(
          await client.jobs.provision({ params: { workspaceId, stackId }, body }),
        )
        if (problem) throw new RefusedJobs(problem)
      }
    },
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={jobs.length > 1}
      onClose={() => {
        rerun.reset()
        onClose()
      }}
      title="Rerun jobs"
      action={`Rerun ${plural(jobs.length, 'job')}`}
      intent="primary"
      isPending={rerun.isPending}
      problem={<ErrorPanel heading={problemOf(rerun.error)} error={rerun.error} />}
      onConfirm={() => rerun.mutate()}
    >
      <p>These jobs start again with the settings that they had.</p>
      <ul className="text-fg list-disc pt-2 pl-5 font-medium">
        {jobs.map((job) => (
          <li key={job.id}>{titleOf(job)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** The call went through and jobs were refused, or the call itself failed. */
const problemOf = (error: Error | null): string =>
  error instanceof RefusedJobs
    ? 'There was a problem provisioning the new jobs'
    : 'There was a problem starting the new jobs'

class RefusedJobs extends ProblemError {}

function submissionOf(job: JobWithNotices): JobSubmission | null {
  const flowIn = job.commandName === 'FlowIn' ? flowInFormOf(job.commandInput) : null
  if (flowIn) return { jobCommandName: 'FlowIn', jobTemplate: toFlowInTemplate(flowIn) }
  const flowOut = job.commandName === 'FlowOut' ? flowOutFormOf(job.commandInput) : null
  if (flowOut) return { jobCommandName: 'FlowOut', jobTemplate: toFlowOutTemplate(flowOut) }
  const flowMerge = job.commandName === 'FlowMerge' ? flowMergeFormOf(job.commandInput) : null
  if (flowMerge) return { jobCommandName: 'FlowMerge', jobTemplate: toFlowMergeTemplate(flowMerge) }
  const tests = job.commandName === 'RunApexTests' ? runApexTestsFormOf(job.commandInput) : null
  if (tests) return { jobCommandName: 'RunApexTests', jobTemplate: toRunApexTestsTemplate(tests) }
  if (job.commandName === 'CreateEnvironment') {
    const { data } = createEnvironmentTemplate.safeParse(job.commandInput)
    return data ? { jobCommandName: 'CreateEnvironment', jobTemplate: data } : null
  }
  const deletion = job.commandName === 'DeleteEnvironment' ? deleteEnvironmentsFormOf(job.commandInput) : null
  return deletion
    ? { jobCommandName: 'DeleteEnvironment', jobTemplate: toDeleteEnvironmentTemplate(deletion) }
    : null
}
