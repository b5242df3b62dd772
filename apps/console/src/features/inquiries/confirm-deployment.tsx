import type { ComponentIdentity } from '@sluice/contract/component'
import { type ChangedSincePreview, type Inquiry, type InquiryPrompt, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import type { DiffResult } from '@sluice/contract/job-commands/diff-result'
import { useMemo, useState } from 'react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { FilterBox } from '../../platform/tables/table-toolbar.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { overwrittenColumns } from '../jobs/overwritten-components.tsx'
import { Facts, ResultSection } from '../jobs/result-section.tsx'
import { type ResultColumn, ResultTable } from '../jobs/result-table.tsx'
import { CommitRange } from '../repository/commit-range.tsx'
import { ChangedComponentList } from './changed-component-list.tsx'
import { DeploymentAnswer } from './deployment-answer.tsx'
import { type DeploymentComponent, deploymentComponents, keyOfComponent } from './deployment-components.ts'
import { matching } from './deployment-groups.ts'
import { DeploymentTable } from './deployment-table.tsx'

type Prompt = InquiryPrompt<'FlowOutConfirmDeployment'>

interface ConfirmDeploymentProps {
  inquiry: Extract<Inquiry, { subject: 'FlowOutConfirmDeployment' }>
  prompt: Prompt
  job: JobWithNotices
}

/** What a deployment is going to change, and the answer whether it may. */
export function ConfirmDeployment({ inquiry, prompt, job }: ConfirmDeploymentProps) {
  const components = useMemo(() => deploymentComponents(prompt.diffResult), [prompt])
  const remarks = useMemo(() => remarksOf(prompt), [prompt])
  const [excluded, setExcluded] = useState(() => excludedAtFirst(inquiry.answer, prompt, components))
  const [search, setSearch] = useState('')
  const shown = useMemo(() => matching(components, search), [components, search])
  const isPending = isOpen(inquiry, job)
  const keys = new Set(components.map(({ key }) => key))
  return (
    <div className="flex flex-col gap-4">
      {prompt.clobberWarningText === null ? null : (
        <Notice kind="warning" title={prompt.clobberWarningText} />
      )}
      {prompt.changedSincePreview ? <OtherThanPreviewed changed={prompt.changedSincePreview} /> : null}
      <Card title="Deployment">
        <DeploymentFacts prompt={prompt} />
        <div className="flex px-4 pb-3">
          <FilterBox label="Search components" value={search} onChange={setSearch} />
        </div>
        {sections.map(({ title, has }) => {
          const rows = shown.filter(has)
          return rows.length === 0 ? null : (
            <ResultSection key={title} title={`${title} (${formatNumber(rows.length)})`}>
              <DeploymentTable
                label={title}
                components={rows}
                remarks={remarks}
                excluded={excluded}
                onExclude={isPending ? setExcluded : null}
              />
            </ResultSection>
          )
        })}
        {shown.length === 0 ? <p className="text-fg-2 px-4 pb-4">No component matches your search.</p> : null}
        <ClobberedChanges changes={prompt.clobberedOrgChanges} />
        <IdentityList
          title="Left out by the job"
          components={prompt.excludedComponents.filter((one) => !keys.has(keyOfComponent(one)))}
        />
      </Card>
      {isPending ? (
        <DeploymentAnswer
          inquiry={inquiry}
          job={job}
          isCheckOnly={prompt.isCheckOnly}
          components={components}
          excluded={excluded}
        />
      ) : null}
    </div>
  )
}

/** What is otherwise than was shown when the job was submitted. */
function OtherThanPreviewed({ changed: { added, gone, different } }: { changed: ChangedSincePreview }) {
  return (
    <Card title="Otherwise than the preview said">
      <ChangedComponentList title="Not in the preview" components={added} />
      <ChangedComponentList title="Changed in another way" components={different} />
      <ChangedComponentList title="No longer to deploy" components={gone} />
    </Card>
  )
}

/** Deletions stand apart, because they cannot be taken back. */
const sections = [
  { title: 'Deleted from the org', has: ({ changeType }: DeploymentComponent) => changeType === 'Deleted' },
  { title: 'Added and modified', has: ({ changeType }: DeploymentComponent) => changeType !== 'Deleted' },
]

/** What was answered; before that, what somebody has left out of an earlier deployment. */
function excludedAtFirst(
  answer: ConfirmDeploymentProps['inquiry']['answer'],
  { excludedComponents }: Prompt,
  components: readonly DeploymentComponent[],
): ReadonlySet<string> {
  const named = new Set((answer?.excludedComponents ?? excludedComponents).map(keyOfComponent))
  return new Set(components.flatMap(({ key, canDeploy }) => (canDeploy && named.has(key) ? [key] : [])))
}

function remarksOf({ clobberedOrgChanges, excludedComponents }: Prompt): ReadonlyMap<string, string> {
  return new Map([
    ...excludedComponents.map((one) => [keyOfComponent(one), 'Left out of an earlier deployment'] as const),
    ...clobberedOrgChanges.map((one) => [keyOfComponent(one), remarkOn(one)] as const),
  ])
}

type ClobberedChange = InquiryPrompt<'FlowOutConfirmDeployment'>['clobberedOrgChanges'][number]

/** What the deployment would overwrite in the org, and whose it is; nothing when that is nothing. */
function ClobberedChanges({ changes }: { changes: readonly ClobberedChange[] }) {
  if (changes.length === 0) return null
  const rows = changes.map(({ changeType = 'Modified', orgChangeType = null, ...one }) => ({
    ...one,
    changeType,
    orgChangeType,
    changedByName: one.changedByName ?? null,
    changedUtc: one.changedUtc ?? null,
  }))
  const title = 'Changes of the org that would be overwritten'
  return (
    <ResultSection title={`${title} (${formatNumber(rows.length)})`}>
      <ResultTable label={title} columns={overwrittenColumns} rows={rows} keyOf={keyOfComponent} />
    </ResultSection>
  )
}

/** What the row of a component says about a change of the org. */
function remarkOn({ orgChangeType = null, changedByName = null }: ClobberedChange): string {
  const by = changedByName === null ? '' : ` by ${changedByName}`
  switch (orgChangeType) {
    case 'Added':
      return `Created in the org${by}`
    case 'Deleted':
      return `Deleted in the org${by}`
    case 'Modified':
      return `Changed in the org${by}`
    case 'None':
    case null:
      return `May have been changed in the org${by}`
    default:
      return orgChangeType satisfies never
  }
}

type DeploymentFactsPrompt = InquiryPrompt<'FlowOutConfirmDeployment'>

/** What the deployment does, in numbers. */
function DeploymentFacts({ prompt }: { prompt: DeploymentFactsPrompt }) {
  const { diffResult, isCheckOnly, newChangesCommitRange: range } = prompt
  return (
    <Facts
      facts={[
        {
          label: isCheckOnly ? 'Would change in the org' : 'Changes in the org',
          value: countsText(diffResult),
        },
        { label: 'Check-only', value: isCheckOnly ? 'Yes, nothing is changed' : 'No' },
        ...(range === null ? [] : [{ label: 'New changes', value: <CommitRange range={range} /> }]),
      ]}
    />
  )
}

function countsText({ diffCounts }: DiffResult): string {
  const { anyChanges, added, modified, deleted } = diffCounts
  if (!anyChanges) return 'Nothing'
  const parts = [
    [deleted, 'deleted'],
    [modified, 'modified'],
    [added, 'added'],
  ] as const
  return parts
    .flatMap(([count, what]) => (count > 0 ? `${plural(count, 'component')} ${what}` : []))
    .join(', ')
}

const columns: readonly ResultColumn<ComponentIdentity>[] = [
  { label: 'Type', cell: (one) => one.componentType, className: 'text-fg-2' },
  { label: 'Name', cell: (one) => one.componentName, className: 'font-medium wrap-anywhere' },
]

interface IdentityListProps {
  title: string
  components: readonly ComponentIdentity[]
}

/** Components by type and name; nothing when there are none. */
function IdentityList({ title, components }: IdentityListProps) {
  if (components.length === 0) return null
  return (
    <ResultSection title={`${title} (${formatNumber(components.length)})`}>
      <ResultTable label={title} columns={columns} rows={components} keyOf={keyOfComponent} />
    </ResultSection>
  )
}
