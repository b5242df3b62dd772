import { X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { type FilterLabels, type ListFilter, noFilter } from './list-filter.ts'

interface FilterChipsProps {
  filter: ListFilter
  labels?: FilterLabels
  onChange: (changes: Partial<ListFilter>) => void
}

const noLabels: FilterLabels = {}

/** What narrows the list, each with a way to take it off; nothing while the list is whole. */
export function FilterChips({ filter, labels = noLabels, onChange }: FilterChipsProps) {
  const chips = chipsOf(filter, labels)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5 pb-3">
      {chips.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => onChange(without)}
            className="border-accent bg-accent-soft text-12 hover:bg-hover flex h-7 max-w-80 cursor-default items-center gap-1.5 rounded-full border px-2.5 max-sm:max-w-full"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button intent="quiet" size="sm" onClick={() => onChange(noFilter)}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}

function chipsOf(
  { filter, choice, status, onlyMine }: ListFilter,
  { types = {}, statuses = {} }: FilterLabels,
) {
  const [type, state] = [types[choice], statuses[status]]
  return [
    ...(onlyMine ? [{ label: 'Only mine', without: { onlyMine: false } }] : []),
    ...(type === undefined ? [] : [{ label: `Type: ${type}`, without: { choice: '' } }]),
    ...(state === undefined ? [] : [{ label: `Status: ${state}`, without: { status: '' } }]),
    ...(filter === '' ? [] : [{ label: `Text: ${filter}`, without: { filter: '' } }]),
  ]
}
