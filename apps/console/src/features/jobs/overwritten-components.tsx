import type { FlowOutResult, OverwrittenComponent } from '@sluice/contract/job-commands/flow-out-result'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { ChangeTypeMark } from './change-type-mark.tsx'
import { ResultSection } from './result-section.tsx'
import { type ResultColumn, ResultTable } from './result-table.tsx'

const keyOf = (one: OverwrittenComponent) => `${one.packageName} ${one.componentType} ${one.componentName}`

export const overwrittenColumns: readonly ResultColumn<OverwrittenComponent>[] = [
  {
    label: 'In the org',
    cell: (one) => (one.orgChangeType === null ? '—' : <ChangeTypeMark changeType={one.orgChangeType} />),
  },
  { label: 'By this flow out', cell: (one) => <ChangeTypeMark changeType={one.changeType} /> },
  { label: 'Type', cell: (one) => one.componentType, className: 'text-fg-2' },
  { label: 'Name', cell: (one) => one.componentName, className: 'font-medium wrap-anywhere', isTitle: true },
  { label: 'Last changed by', cell: (one) => one.changedByName ?? '—', className: 'text-fg-2' },
  {
    label: 'Last changed',
    cell: (one) => (one.changedUtc === null ? '—' : <Timestamp moment={one.changedUtc} />),
    className: 'text-fg-2 whitespace-nowrap',
  },
]

/** Changes of the org that the flow out overwrote; one that was check-only or failed overwrote nothing. */
export function OverwrittenComponents({ result }: { result: FlowOutResult }) {
  const isOverwritten = result.isSuccessful && !result.isCheckOnly
  const lists = isOverwritten
    ? [
        { title: 'Overwritten changes of the org', rows: result.confirmedClobber },
        { title: 'Possibly overwritten changes of the org', rows: result.potentialClobber },
      ]
    : [
        { title: 'Changes of the org that would be overwritten', rows: result.confirmedClobber },
        { title: 'Possible changes of the org that would be overwritten', rows: result.potentialClobber },
      ]
  return lists.map(({ title, rows }) =>
    rows.length === 0 ? null : (
      <ResultSection key={title} title={`${title} (${rows.length})`}>
        <ResultTable label={title} columns={overwrittenColumns} rows={rows} keyOf={keyOf} />
      </ResultSection>
    ),
  )
}
