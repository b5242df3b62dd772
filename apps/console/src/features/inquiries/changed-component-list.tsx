import type { ChangedSincePreview } from '@sluice/contract/inquiry'
import { formatNumber } from '../../platform/format/plural.ts'
import { ChangeTypeMark } from '../jobs/change-type-mark.tsx'
import { ResultSection } from '../jobs/result-section.tsx'
import { type ResultColumn, ResultTable } from '../jobs/result-table.tsx'
import { keyOfComponent } from './deployment-components.ts'

type ChangedComponent = ChangedSincePreview['added'][number]

const columns: readonly ResultColumn<ChangedComponent>[] = [
  { label: 'Change', cell: (one) => <ChangeTypeMark changeType={one.changeType} /> },
  { label: 'Type', cell: (one) => one.componentType, className: 'text-fg-2' },
  { label: 'Name', cell: (one) => one.componentName, className: 'font-medium wrap-anywhere', isTitle: true },
]

/** Components and what is done with them; nothing when there are none. */
export function ChangedComponentList({
  title,
  components,
}: {
  title: string
  components: readonly ChangedComponent[]
}) {
  if (components.length === 0) return null
  return (
    <ResultSection title={`${title} (${formatNumber(components.length)})`}>
      <ResultTable label={title} columns={columns} rows={components} keyOf={keyOfComponent} />
    </ResultSection>
  )
}
