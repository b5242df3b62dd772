import { ProblemError } from '@sluice/contract/client'
import type { JobWithNotices } from '@sluice/contract/job'
import { createEnvironmentTemplate } from '@sluice/contract/job-commands/create-environment'
import { initializeStackTemplate } from '@sluice/contract/job-commands/initialize-stack'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import {
  deleteEnvironmentsFormOf,
  toDeleteEnvironmentTemplate,
} from '../job-submission/delete-environments-form.ts'
import {
  DeleteEnvironmentsDialog,
  FlowInDialog,
  FlowMergeDialog,
  FlowOutDialog,
  RunApexTestsDialog,
} from '../job-submission/dialogs.tsx'
import { flowInFormOf, toFlowInTemplate } from '../job-submission/flow-in-form.ts'
import { flowMergeFormOf, toFlowMergeTemplate } from '../job-submission/flow-merge-form.ts'
import { flowOutFormOf, toFlowOutTemplate } from '../job-submission/flow-out-form.ts'
import { provisioningProblem } from '../job-submission/provisioning-problem.ts'
import { runApexTestsFormOf, toRunApexTestsTemplate } from '../job-submission/run-apex-tests-form.ts'
import { InitializeStackDialog } from '../stack-initialization/dialog.tsx'
import { useJobTitle } from './use-job-title.ts'

/** One job opens the dialog of its type with its settings; several start again as they were. */
export function RerunSettingsDialogs({ jobs, onClose }: RerunDialogsProps) {
  const job = jobs.length === 1 ? jobs[0] : undefined
  const settings = useMemo(
    () => ({
      flowIn: job?.commandName === 'FlowIn' ? flowInFormOf(job.commandInput) : null,
      flowOut: job?.commandName === 'FlowOut' ? flowOutFormOf(job.commandInput) : null,
      flowMerge: job?.commandName === 'FlowMerge' ? flowMergeFormOf(job.commandInput) : null,
      tests: job?.commandName === 'RunApexTests' ? runApexTestsFormOf(job.commandInput) : null,
      deletion: job?.commandName === 'DeleteEnvironment' ? deleteEnvironmentsFormOf(job.commandInput) : null,
      initialize:
        job?.commandName === 'InitializeStack' ? initializeStackTemplate.safeParse(job.commandInput) : null,
    }),
    [job],
  )
  const { initialize } = settings
  useRerunOfCreation(job, onClose)
  return (
    <>
      <FlowInDialog isOpen={settings.flowIn !== null} onClose={onClose} initial={settings.flowIn} />
      <FlowOutDialog isOpen={settings.flowOut !== null} onClose={onClose} initial={settings.flowOut} />
      <FlowMergeDialog isOpen={settings.flowMerge !== null} onClose={onClose} initial={settings.flowMerge} />
      <RunApexTestsDialog isOpen={settings.tests !== null} onClose={onClose} initial={settings.tests} />
      <DeleteEnvironmentsDialog
        isOpen={settings.deletion !== null}
        onClose={onClose}
        initial={settings.deletion}
      />
      <InitializeStackDialog
        isOpen={initialize !== null}
        onClose={onClose}
        {...(initialize?.success ? { initial: initialize.data } : {})}
      />
      <RerunManyDialog jobs={jobs} onClose={onClose} />
    </>
  )
}

/** The creation of an environment has a wizard instead of a dialog. */
function useRerunOfCreation(job: JobWithNotices | undefined, onClose: () => void) {
  const router = useRouter()
  const params = useStackParams()
  const rerun = job?.commandName === 'CreateEnvironment' ? job.id : null
  useEffect(() => {
    if (rerun === null) return
    onClose()
    void router.navigate({ to: `${stackPath}/create-environment`, params, search: { rerun } })
  })
}

function RerunManyDialog({ jobs, onClose }: { jobs: readonly JobWithNotices[]; onClose: () => void }) {
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

export interface RerunDialogsProps {
  /** Those to run again; none closes the dialogs. */
  jobs: readonly JobWithNotices[]
  onClose: () => void
}
