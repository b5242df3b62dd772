import type { Environment } from '@sluice/contract/environment'
import { useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { isOneEnvironment } from '../environment-filter-form.ts'
import type { FlowOutForm } from '../flow-out-form.ts'
import { leftOutKeys, whyNotOnlyChosen } from './chosen-changes.ts'
import { flowOutDeed } from './deed.ts'
import { type PreviewChange, remaining } from './preview-changes.ts'
import { type EnvironmentPreview, useFlowPreview, useMeantEnvironments } from './use-flow-preview.ts'
import { useOrgName } from './use-org-name.ts'

/** What a flow out with the settings of the form is going to do. */
export interface FlowOutPreviewed {
  readonly previews: readonly EnvironmentPreview[]
  /** Keys of what is left out; null where the form is for others than one environment. */
  readonly excluded: ReadonlySet<string> | null
  /** What the button says; null while it is not known. */
  readonly deed: string | null
  /** The reason why the form cannot be submitted now; null when it can. */
  readonly whyNot: string | null
}

const noEnvironments: readonly Environment[] = []
const none: ReadonlySet<string> = new Set()
const noChanges: readonly PreviewChange[] = []

/** Nothing is asked for while the dialog is closed. */
export function useFlowOutPreview(control: Control<FlowOutForm>, isOpen: boolean): FlowOutPreviewed {
  const [filter, checkOnly, diffMode, excludedComponents, chosen] = useWatch({
    control,
    name: ['environments', 'checkOnly', 'diffMode', 'excludedComponents', 'chosen'],
  })
  const meant = useMeantEnvironments(filter)
  const environments = isOpen ? meant : noEnvironments
  const found = useFlowPreview(environments, 'outbound')
  // Only the job compares with the org as a whole.
  const previews = diffMode === 'Org' ? found.map((one) => ({ ...one, known: null })) : found
  const isAllKnown = previews.length > 0 && previews.every(({ known }) => known !== null)
  const isOne = isOneEnvironment(filter) && environments.length === 1
  const changes = previews[0]?.known?.changes ?? noChanges
  const excluded = useMemo(
    () => (isOne ? leftOutKeys({ chosen, excludedComponents }, changes) : null),
    [isOne, chosen, excludedComponents, changes],
  )
  const whyNot = useMemo(
    () => whyNotOnlyChosen({ chosen, environments: filter, diffMode }, isAllKnown ? changes : null),
    [chosen, filter, diffMode, isAllKnown, changes],
  )
  const orgName = useOrgName(environments, isAllKnown)
  const left = previews.map(({ known }) => remaining(known?.changes ?? [], excluded ?? none).length)
  const job = { environments, components: left.reduce((sum, count) => sum + count, 0), checkOnly, orgName }
  return { previews, excluded, deed: isAllKnown ? flowOutDeed(job) : null, whyNot }
}
