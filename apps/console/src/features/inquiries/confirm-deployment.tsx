import { type ChangedSincePreview, type Inquiry, type InquiryPrompt, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../platform/format/plural.ts'
import { FilterBox } from '../../platform/tables/table-toolbar.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { ResultSection } from '../jobs/result-section.tsx'
import { ChangedComponentList } from './changed-component-list.tsx'
import { ClobberedChanges, remarkOn } from './clobbered-changes.tsx'
import { DeploymentAnswer } from './deployment-answer.tsx'
import { type DeploymentComponent, deploymentComponents, keyOfComponent } from './deployment-components.ts'
import { DeploymentFacts } from './deployment-facts.tsx'
import { matching } from './deployment-groups.ts'
import { DeploymentTable } from './deployment-table.tsx'
import { IdentityList } from './identity-list.tsx'

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
