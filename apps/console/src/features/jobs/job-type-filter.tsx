import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { Select } from '../../platform/ui/select.tsx'
import { filterableTypes } from './job-filter.ts'

const all = 'all'
const items: Record<string, string> = {
  [all]: 'All types',
  ...Object.fromEntries(filterableTypes.map((type) => [type, jobCommandLabels[type]])),
}

export const JobTypeFilter = ({ value, onChange }: { value: string; onChange: (type: string) => void }) => (
  <Select<string>
    aria-label="Job type"
    className="w-44 max-sm:w-full"
    items={items}
    value={value in items ? value : all}
    onValueChange={(type) => onChange(type === all ? '' : type)}
  />
)
