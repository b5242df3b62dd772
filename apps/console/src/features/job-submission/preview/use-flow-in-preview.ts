import type { Environment } from '@sluice/contract/environment'
import { type Control, useWatch } from 'react-hook-form'
import type { FlowInForm } from '../flow-in-form.ts'
import { flowInDeed } from './deed.ts'
import { type EnvironmentPreview, useFlowPreview, useMeantEnvironments } from './use-flow-preview.ts'
import { useOrgName } from './use-org-name.ts'

/** What a flow in with the settings of the form is going to do. */
export interface FlowInPreviewed {
  /** What comes from the orgs. */
  readonly previews: readonly EnvironmentPreview[]
  /** What the branches have that the orgs lack, which force throws away. */
  readonly inGit: readonly EnvironmentPreview[]
  /** What the button says; null while it is not known. */
  readonly deed: string | null
}

const noEnvironments: readonly Environment[] = []

/** Nothing is asked for while the dialog is closed. */
export function useFlowInPreview(control: Control<FlowInForm>, isOpen: boolean): FlowInPreviewed {
  const [filter, checkOnly] = useWatch({ control, name: ['environments', 'checkOnly'] })
  const meant = useMeantEnvironments(filter)
  const environments = isOpen ? meant : noEnvironments
  const previews = useFlowPreview(environments, 'inbound')
  const inGit = useFlowPreview(environments, 'outbound')
  const isAllKnown = previews.length > 0 && previews.every(({ known }) => known !== null)
  const orgName = useOrgName(environments, isAllKnown)
  const components = previews.reduce((sum, { known }) => sum + (known?.changes.length ?? 0), 0)
  const job = { environments, components, checkOnly, orgName }
  return { previews, inGit, deed: isAllKnown ? flowInDeed(job) : null }
}
