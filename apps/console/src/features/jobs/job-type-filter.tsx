import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { Select } from '../../platform/ui/select.tsx'
import { filterableTypes } from './job-filter.ts'

/** The types that the list can be narrowed to, by their values. */
export const jobTypeLabels: Record<string, string> = Object.fromEntries(
  filterableTypes.map((type) => [type, jobCommandLabels[type]]),
)
const all = 'all'
const items: Record<string, string> = { [all]: 'All types', ...jobTypeLabels }

export const JobTypeFilter = ({ value, onChange }: { value: string; onChange: (type: string) => void }) => (
  <Select<string>
    aria-label="Job type"
    className="w-44 max-sm:w-full"
    items={items}
    value={value in items ? value : all}
    onValueChange={(type) => onChange(type === all ? '' : type)}
  />
)
