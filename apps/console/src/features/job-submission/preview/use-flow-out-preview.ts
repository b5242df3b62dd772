import type { Environment } from '@sluice/contract/environment'
import { useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { isOneEnvironment } from '../environment-filter-form.ts'
import type { FlowOutForm } from '../flow-out-form.ts'
import { flowOutDeed } from './deed.ts'
import { keyOfChange, remaining } from './preview-changes.ts'
import { type EnvironmentPreview, useFlowPreview, useMeantEnvironments } from './use-flow-preview.ts'
import { useOrgName } from './use-org-name.ts'

/** What a flow out with the settings of the form is going to do. */
export interface FlowOutPreviewed {
  readonly previews: readonly EnvironmentPreview[]
  /** Keys of what is left out; null where the form is for others than one environment. */
  readonly excluded: ReadonlySet<string> | null
  /** What the button says; null while it is not known. */
  readonly deed: string | null
}

const noEnvironments: readonly Environment[] = []
const none: ReadonlySet<string> = new Set()

/** Nothing is asked for while the dialog is closed. */
export function useFlowOutPreview(control: Control<FlowOutForm>, isOpen: boolean): FlowOutPreviewed {
  const [filter, checkOnly, diffMode, components] = useWatch({
    control,
    name: ['environments', 'checkOnly', 'diffMode', 'excludedComponents'],
  })
  const meant = useMeantEnvironments(filter)
  const environments = isOpen ? meant : noEnvironments
  const found = useFlowPreview(environments, 'outbound')
  // Only the job compares with the org as a whole.
  const previews = diffMode === 'Org' ? found.map((one) => ({ ...one, known: null })) : found
  const isOne = isOneEnvironment(filter) && environments.length === 1
  const excluded = useMemo(() => (isOne ? new Set(components.map(keyOfChange)) : null), [isOne, components])
  const isAllKnown = previews.length > 0 && previews.every(({ known }) => known !== null)
  const orgName = useOrgName(environments, isAllKnown)
  const left = previews.map(({ known }) => remaining(known?.changes ?? [], excluded ?? none).length)
  const job = { environments, components: left.reduce((sum, count) => sum + count, 0), checkOnly, orgName }
  return { previews, excluded, deed: isAllKnown ? flowOutDeed(job) : null }
}
