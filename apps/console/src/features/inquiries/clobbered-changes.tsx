import type { InquiryPrompt } from '@sluice/contract/inquiry'
import { formatNumber } from '../../platform/format/plural.ts'
import { overwrittenColumns } from '../jobs/overwritten-components.tsx'
import { ResultSection } from '../jobs/result-section.tsx'
import { ResultTable } from '../jobs/result-table.tsx'
import { keyOfComponent } from './deployment-components.ts'

type ClobberedChange = InquiryPrompt<'FlowOutConfirmDeployment'>['clobberedOrgChanges'][number]

/** What the deployment would overwrite in the org, and whose it is; nothing when that is nothing. */
export function ClobberedChanges({ changes }: { changes: readonly ClobberedChange[] }) {
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
export function remarkOn({ orgChangeType = null, changedByName = null }: ClobberedChange): string {
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
