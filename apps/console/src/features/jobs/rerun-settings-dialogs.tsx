import type { JobWithNotices } from '@sluice/contract/job'
import { initializeStackTemplate } from '@sluice/contract/job-commands/initialize-stack'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { deleteEnvironmentsFormOf } from '../job-submission/delete-environments-form.ts'
import {
  DeleteEnvironmentsDialog,
  FlowInDialog,
  FlowMergeDialog,
  FlowOutDialog,
  RunApexTestsDialog,
} from '../job-submission/dialogs.tsx'
import { flowInFormOf } from '../job-submission/flow-in-form.ts'
import { flowMergeFormOf } from '../job-submission/flow-merge-form.ts'
import { flowOutFormOf } from '../job-submission/flow-out-form.ts'
import { runApexTestsFormOf } from '../job-submission/run-apex-tests-form.ts'
import { InitializeStackDialog } from '../stack-initialization/dialog.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import type { RerunDialogsProps } from './rerun-dialogs-props.ts'
import { RerunManyDialog } from './rerun-many-dialog.tsx'

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
