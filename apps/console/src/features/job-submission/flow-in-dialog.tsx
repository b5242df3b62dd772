import { zodResolver } from '@hookform/resolvers/zod'
import type { Environment } from '@sluice/contract/environment'
import { type Control, useWatch } from 'react-hook-form'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { componentTitle } from '../differences/difference-text.ts'
import { ChosenEnvironments } from './chosen-environments.tsx'
import { FlowInSettings } from './flow-in-fields.tsx'
import { type FlowInForm, flowInForm, newFlowIn, toFlowInTemplate } from './flow-in-form.ts'
import { flowInDeed } from './preview/deed.ts'
import { PreviewCard } from './preview/preview-card.tsx'
import { PreviewsOfMany } from './preview/previews-of-many.tsx'
import {
  type EnvironmentPreview,
  previewsOf,
  useFlowPreview,
  useMeantEnvironments,
} from './preview/use-flow-preview.ts'
import { useOrgName } from './preview/use-org-name.ts'
import { type SubmissionDialogProps, useSubmission } from './use-submission.ts'

const resolver = zodResolver(flowInForm)
const empty = newFlowIn([])

export function FlowInDialog(props: SubmissionDialogProps<FlowInForm>) {
  const { control, submit, dialog } = useSubmission({ ...props, resolver, empty })
  const previewed = useFlowInPreview(control, props.isOpen)
  return (
    <FormDialog
      {...dialog}
      width="xl"
      title="Flow in environments"
      description="Retrieves what changed in the orgs and commits it to Git."
      problemHeading="There was a problem submitting the inbound flow job"
      submitLabel={previewed.deed ?? 'Submit'}
      onSubmit={submit((form) => ({
        jobCommandName: 'FlowIn',
        jobTemplate: toFlowInTemplate(form, previewsOf(previewed.previews)),
      }))}
    >
      <ChosenEnvironments
        control={control}
        include="environments.include"
        thenExclude="environments.thenExclude"
        initial={(props.initial ?? empty).environments}
      />
      <FlowInPreview control={control} previewed={previewed} />
      <FlowInSettings control={control} />
    </FormDialog>
  )
}

interface FlowInPreviewProps {
  control: Control<FlowInForm>
  previewed: FlowInPreviewed
}

/** What the flow in is going to bring from the orgs, and with force what it throws away. */
function FlowInPreview({ control, previewed: { previews, inGit } }: FlowInPreviewProps) {
  const force = useWatch({ control, name: 'force' })
  const [first, ...others] = previews
  if (first === undefined) return null
  return (
    <>
      {others.length > 0 ? (
        <PreviewsOfMany previews={previews} side="inbound" />
      ) : (
        <PreviewCard preview={first} side="inbound" excluded={null} onExclude={() => undefined}>
          <Conflicts preview={first} />
        </PreviewCard>
      )}
      {force ? <DiscardedList previews={inGit} /> : null}
    </>
  )
}

/** How many of the changes a merge cannot unite without a person. */
function Conflicts({ preview: { known } }: { preview: FlowInPreviewed['previews'][number] }) {
  const both =
    known?.changes.filter(({ component }) => component !== null && component.outbound !== null) ?? []
  const conflicts = both.filter(({ component }) => component?.merge === 'conflict')
  if (conflicts.length > 0)
    return (
      <Notice
        kind="warning"
        title={`${plural(conflicts.length, 'component')} changed in the same place in branch and org: the merge needs a decision.`}
      />
    )
  if (both.length === 0) return null
  return (
    <p className="text-fg-2">
      {plural(both.length, 'component')} changed in branch and org; the merge unites the changes.
    </p>
  )
}

/** What a flow in with the settings of the form is going to do. */
interface FlowInPreviewed {
  /** What comes from the orgs. */
  readonly previews: readonly EnvironmentPreview[]
  /** What the branches have that the orgs lack, which force throws away. */
  readonly inGit: readonly EnvironmentPreview[]
  /** What the button says; null while it is not known. */
  readonly deed: string | null
}

const noEnvironments: readonly Environment[] = []

/** Nothing is asked for while the dialog is closed. */
function useFlowInPreview(control: Control<FlowInForm>, isOpen: boolean): FlowInPreviewed {
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

/** So many are named; the job lists all of them when it asks. */
const mostNamed = 50

/** What a flow in with force throws away of each branch. */
function DiscardedList({ previews }: { previews: readonly EnvironmentPreview[] }) {
  return previews.map(({ environment, known }) => {
    const lost = known?.changes ?? []
    if (known !== null && lost.length === 0)
      return (
        <p key={environment.id} className="text-fg-2">
          Force throws nothing away in {environment.name}: its branch has nothing that the org lacks.
        </p>
      )
    const title =
      known === null
        ? `Force throws away everything that only the branch ${environment.gitBranchName} has. It is not known yet what that is.`
        : `Force throws away ${plural(lost.length, 'change')} that only the branch ${environment.gitBranchName} has.`
    return (
      <Notice key={environment.id} kind="warning" title={title}>
        {lost.length === 0 ? null : (
          <ul aria-label={`Thrown away in ${environment.name}`} className="mt-1 max-h-40 overflow-auto">
            {lost.slice(0, mostNamed).map((change) => (
              <li key={change.key} className="wrap-anywhere">
                {componentTitle(change)} <span className="text-fg-2">{change.changeType} in Git</span>
              </li>
            ))}
            {lost.length > mostNamed ? (
              <li className="text-fg-2">and {formatNumber(lost.length - mostNamed)} more</li>
            ) : null}
          </ul>
        )}
      </Notice>
    )
  })
}
