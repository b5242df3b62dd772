import type { ComponentIdentity } from '@sluice/contract/component'
import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { useMemo } from 'react'
import { FlowMergeDialog, FlowOutDialog } from '../job-submission/dialogs.tsx'
import { type FlowMergeForm, flowMergeFormOf } from '../job-submission/flow-merge-form.ts'
import { type FlowOutForm, flowOutFormOf } from '../job-submission/flow-out-form.ts'

export interface RerunFailedDialogProps {
  isOpen: boolean
  onClose: () => void
  job: JobWithNotices
  result: FlowOutResult
}

/** The dialog of a flow out, filled with the settings of a job and limited to the components that failed in it. */
export function RerunFailedDialog({ isOpen, onClose, job, result }: RerunFailedDialogProps) {
  const initial = useMemo(() => failedOnlyForm(job, result), [job, result])
  return <FlowOutDialog isOpen={isOpen && initial !== null} onClose={onClose} initial={initial} />
}

export interface LeaveOutDialogProps extends Pick<RerunFailedDialogProps, 'isOpen' | 'onClose' | 'job'> {
  /** What is left out besides what the job left out already. */
  components: readonly ComponentIdentity[]
}

/** The dialog of a flow out or flow merge, filled with the settings of a job and without some components. */
export function LeaveOutDialog({ isOpen, onClose, job, components }: LeaveOutDialogProps) {
  const merge = useMemo(() => mergeWithout(job, components), [job, components])
  const out = useMemo(() => flowOutWithout(job, components), [job, components])
  return job.commandName === 'FlowMerge' ? (
    <FlowMergeDialog isOpen={isOpen && merge !== null} onClose={onClose} initial={merge} />
  ) : (
    <FlowOutDialog isOpen={isOpen && out !== null} onClose={onClose} initial={out} />
  )
}

function flowOutWithout(job: JobWithNotices, components: readonly ComponentIdentity[]): FlowOutForm | null {
  const form = flowOutFormOf(job.commandInput)
  return form && { ...form, excludedComponents: withMore(form.excludedComponents, components) }
}

function mergeWithout(job: JobWithNotices, components: readonly ComponentIdentity[]): FlowMergeForm | null {
  const form = flowMergeFormOf(job.commandInput)
  if (form === null) return null
  const excludedComponents = withMore(form.targetOut.excludedComponents, components)
  return { ...form, targetOut: { ...form.targetOut, excludedComponents } }
}

/** Nothing more leaves it to what people left out before. */
const withMore = (excluded: readonly ComponentIdentity[] | null, more: readonly ComponentIdentity[]) =>
  more.length === 0 ? excluded && [...excluded] : [...(excluded ?? []), ...more]

type Failed = Pick<FlowOutResult, 'failures'>

/**
 * The form of a flow out with the settings of a job that deploys only the components that failed in it; null for other types of
 * jobs. The diff mode Org becomes Auto, because it could deploy components that no preview shows.
 */
function failedOnlyForm(job: JobWithNotices, { failures }: Failed): FlowOutForm | null {
  const form = job.commandName === 'FlowMerge' ? outOfMerge(job) : flowOutFormOf(job.commandInput)
  if (form === null) return null
  const components = failures.map(({ componentType, componentName }) => ({ componentType, componentName }))
  return {
    ...form,
    diffMode: form.diffMode === 'Org' ? 'Auto' : form.diffMode,
    excludedComponents: [],
    chosen: { origin: 'failures', components },
  }
}

/** The deployment of a flow merge as the form of a flow out. */
function outOfMerge({ commandInput }: JobWithNotices): FlowOutForm | null {
  const merge = flowMergeFormOf(commandInput)
  if (merge === null) return null
  const { isLeftOut: _, ...settings } = merge.targetOut
  return { ...settings, environments: merge.targets, checkOnly: merge.checkOnly, chosen: null }
}
