import type { ComponentIdentity } from '@sluice/contract/component'
import { formatNumber } from '../../platform/format/plural.ts'
import { ResultSection } from '../jobs/result-section.tsx'
import { type ResultColumn, ResultTable } from '../jobs/result-table.tsx'
import { keyOfComponent } from './deployment-components.ts'

const columns: readonly ResultColumn<ComponentIdentity>[] = [
  { label: 'Type', cell: (one) => one.componentType, className: 'text-fg-2' },
  { label: 'Name', cell: (one) => one.componentName, className: 'font-medium wrap-anywhere' },
]

interface IdentityListProps {
  title: string
  components: readonly ComponentIdentity[]
}

/** Components by type and name; nothing when there are none. */
export function IdentityList({ title, components }: IdentityListProps) {
  if (components.length === 0) return null
  return (
    <ResultSection title={`${title} (${formatNumber(components.length)})`}>
      <ResultTable label={title} columns={columns} rows={components} keyOf={keyOfComponent} />
    </ResultSection>
  )
}
