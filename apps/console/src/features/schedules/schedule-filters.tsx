import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { Select } from '../../platform/ui/select.tsx'
import { filterableTypes } from './schedule-filter.ts'

const all = 'all'
/** What the list can be narrowed to, by its values. */
export const scheduleFilterLabels = {
  types: Object.fromEntries(filterableTypes.map((type) => [type, jobCommandLabels[type]])),
  statuses: { Enabled: 'Enabled', Disabled: 'Disabled' },
}
const types: Record<string, string> = { [all]: 'All types', ...scheduleFilterLabels.types }
const statuses: Record<string, string> = { [all]: 'All statuses', ...scheduleFilterLabels.statuses }

interface FilterProps {
  value: string
  onChange: (value: string) => void
}

export const ScheduleTypeFilter = (props: FilterProps) => (
  <Filter label="Job type" items={types} className="w-44 max-sm:w-full" {...props} />
)

export const ScheduleStatusFilter = (props: FilterProps) => (
  <Filter label="Status" items={statuses} className="w-36 max-sm:w-full" {...props} />
)

interface ChoiceProps extends FilterProps {
  label: string
  items: Record<string, string>
  className: string
}

const Filter = ({ label, items, className, value, onChange }: ChoiceProps) => (
  <Select<string>
    aria-label={label}
    className={className}
    items={items}
    value={value in items ? value : all}
    onValueChange={(chosen) => onChange(chosen === all ? '' : chosen)}
  />
)
