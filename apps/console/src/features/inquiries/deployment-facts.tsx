import type { InquiryPrompt } from '@sluice/contract/inquiry'
import type { DiffResult } from '@sluice/contract/job-commands/diff-result'
import { plural } from '../../platform/format/plural.ts'
import { Facts } from '../jobs/result-section.tsx'
import { CommitRange } from '../repository/commit-range.tsx'

type Prompt = InquiryPrompt<'FlowOutConfirmDeployment'>

/** What the deployment does, in numbers. */
export function DeploymentFacts({ prompt }: { prompt: Prompt }) {
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
