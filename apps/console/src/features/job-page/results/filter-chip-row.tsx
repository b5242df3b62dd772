import { formatNumber } from '../../../platform/format/plural.ts'

interface FilterChipRowProps<T extends string> {
  label: string
  /** What the rows are told apart by, with how many there are of each; values without rows are left out. */
  values: readonly { value: T; label: string; count: number }[]
  total: number
  value: T | null
  onChange: (value: T | null) => void
}

/** Narrows the rows of a table to those of one kind; nothing while there is only one kind. */
export function FilterChipRow<T extends string>(props: FilterChipRowProps<T>) {
  const { label, total, value: chosen, onChange } = props
  const values = props.values.filter(({ count }) => count > 0)
  if (values.length < 2) return null
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      <Chip label="All" count={total} isPressed={chosen === null} onClick={() => onChange(null)} />
      {values.map(({ value, label: name, count }) => (
        <Chip
          key={value}
          label={name}
          count={count}
          isPressed={chosen === value}
          onClick={() => onChange(value)}
        />
      ))}
    </fieldset>
  )
}

interface ChipProps {
  label: string
  count: number
  isPressed: boolean
  onClick: () => void
}

const Chip = ({ label, count, isPressed, onClick }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onClick}
    className="border-line bg-surface text-fg-2 hover:bg-hover hover:text-fg aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-fg flex h-8 cursor-default items-center gap-1.5 rounded-full border px-3"
  >
    {label}
    <span className="text-12 tabular-nums">{formatNumber(count)}</span>
  </button>
)
