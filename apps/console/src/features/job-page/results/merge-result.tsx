import type { ConflictResolution } from '@sluice/contract/conflict'
import type { MergeResult } from '@sluice/contract/job-commands/flow-in'
import { formatNumber } from '../../../platform/format/plural.ts'
import { ResultSection } from '../../jobs/result-section.tsx'
import { type ResultColumn, ResultTable } from '../../jobs/result-table.tsx'

type ResolvedFile = MergeResult['resolvedConflicts'][number]
type Warning = MergeResult['warnings'][number]

/** What was merged, in words. */
export interface MergedSides {
  local: string
  remote: string
}

const orgIntoBranch: MergedSides = { local: 'the branch', remote: 'the org' }

/** What a resolution kept, in words. */
const resolutionTexts = ({ local, remote }: MergedSides): Record<ConflictResolution, string> => ({
  TakeLocal: `The file of ${local} was taken`,
  TakeRemote: `The file of ${remote} was taken`,
  PreferLocal: `Both changes; ${local} where they collide`,
  PreferRemote: `Both changes; ${remote} where they collide`,
  Manual: 'Edited by hand',
})

const fileCell = { label: 'File', className: 'font-mono text-12 wrap-anywhere' }

const conflictColumns = (sides: MergedSides): readonly ResultColumn<ResolvedFile>[] => [
  { ...fileCell, cell: (file) => file.filePath },
  { label: 'Resolved as', cell: (file) => resolutionTexts(sides)[file.resolvedAs] },
]

const warningColumns: readonly ResultColumn<Warning>[] = [
  { ...fileCell, cell: (warning) => warning.filePath },
  { label: 'What does not fit', cell: (warning) => warning.message, className: 'wrap-anywhere' },
]

interface MergeResultViewProps {
  merge: MergeResult | null
  /** The org's changes and the branch when absent. */
  sides?: MergedSides
}

/** What a merge decided, and what does not fit together after it. */
export function MergeResultView({ merge, sides = orgIntoBranch }: MergeResultViewProps) {
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
            columns={conflictColumns(sides)}
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
