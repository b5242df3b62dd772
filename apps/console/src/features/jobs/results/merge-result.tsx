import type { ConflictResolution } from '@sluice/contract/conflict'
import type { MergeResult } from '@sluice/contract/job-commands/flow-in'
import { formatNumber } from '../../../platform/format/plural.ts'
import { ResultSection } from './result-section.tsx'
import { type ResultColumn, ResultTable } from './result-table.tsx'

type ResolvedFile = MergeResult['resolvedConflicts'][number]
type Warning = MergeResult['warnings'][number]

/** What a resolution kept, in words. Local is the branch, remote is the org. */
const resolutionTexts: Record<ConflictResolution, string> = {
  TakeLocal: 'The file of the branch was taken',
  TakeRemote: 'The file of the org was taken',
  PreferLocal: 'Both changes; the branch where they collide',
  PreferRemote: 'Both changes; the org where they collide',
  Manual: 'Edited by hand',
}

const fileCell = { label: 'File', className: 'font-mono text-12 wrap-anywhere' }

const conflictColumns: readonly ResultColumn<ResolvedFile>[] = [
  { ...fileCell, cell: (file) => file.filePath },
  { label: 'Resolved as', cell: (file) => resolutionTexts[file.resolvedAs] },
]

const warningColumns: readonly ResultColumn<Warning>[] = [
  { ...fileCell, cell: (warning) => warning.filePath },
  { label: 'What does not fit', cell: (warning) => warning.message, className: 'wrap-anywhere' },
]

/** What the merge of the org's changes into the branch decided, and what does not fit together after it. */
export function MergeResultView({ merge }: { merge: MergeResult | null }) {
  if (merge === null) return null
  const { conflictCount, resolvedConflicts, warningCount, warnings } = merge
  return (
    <>
      {warningCount > 0 ? (
        <ResultSection title={titleOf('Warnings of the merge', warningCount, warnings.length)}>
          <ResultTable
            label="Warnings of the merge"
            columns={warningColumns}
            rows={warnings}
            keyOf={(warning) => `${warning.filePath} ${warning.message}`}
          />
        </ResultSection>
      ) : null}
      {conflictCount > 0 ? (
        <ResultSection title={titleOf('Resolved merge conflicts', conflictCount, resolvedConflicts.length)}>
          <ResultTable
            label="Resolved merge conflicts"
            columns={conflictColumns}
            rows={resolvedConflicts}
            keyOf={(file) => file.filePath}
          />
        </ResultSection>
      ) : null}
    </>
  )
}

function titleOf(what: string, count: number, listed: number): string {
  const total = formatNumber(count)
  return count > listed ? `${what} (the first ${formatNumber(listed)} of ${total})` : `${what} (${total})`
}
