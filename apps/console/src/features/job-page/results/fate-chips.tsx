import {
  type ComponentFate,
  componentFates,
  type Fates,
  type FlowOutComponent,
} from './flow-out-components.ts'
import { FilterChipRow } from './filter-chip-row.tsx'

interface FateChipsProps {
  fates: Fates
  components: readonly FlowOutComponent[]
  value: ComponentFate | null
  onChange: (fate: ComponentFate | null) => void
}

/** Narrows the components to those of one fate. */
export const FateChips = ({ fates, components, value, onChange }: FateChipsProps) => (
  <FilterChipRow
    label="Result"
    values={componentFates.map((fate) => ({
      value: fate,
      label: fates[fate],
      count: components.filter((one) => one.fate === fate).length,
    }))}
    total={components.length}
    value={value}
    onChange={onChange}
  />
)
