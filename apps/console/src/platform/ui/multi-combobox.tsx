import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './field.tsx'
import { popupClasses, popupItemClasses } from './popup-classes.ts'

export interface ComboboxOption {
  value: string
  label: string
  detail?: ReactNode
}

interface MultiComboboxProps {
  options: ComboboxOption[]
  value: string[]
  onValueChange: (value: string[]) => void
  placeholder: string
  emptyText: string
  inputRef?: Ref<HTMLInputElement>
  disabled?: boolean
}

/** Several of a list, as chips, with a filter. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { options, value, onValueChange, placeholder, emptyText, inputRef, disabled = false } = props
  const chosen = options.filter((option) => value.includes(option.value))
  return (
    <Base.Root
      items={options}
      multiple
      disabled={disabled}
      value={chosen}
      isItemEqualToValue={(one: ComboboxOption, other: ComboboxOption) => one.value === other.value}
      onValueChange={(next: ComboboxOption[]) => onValueChange(next.map((option) => option.value))}
    >
      <Base.InputGroup
        className={cn(
          controlClasses,
          'focus-within:outline-focus flex h-auto min-h-8 flex-wrap items-center gap-1 p-0.75 focus-within:outline-2 focus-within:outline-offset-1',
          disabled && 'border-line bg-sunken',
        )}
      >
        <Base.Chips className="contents">
          {chosen.map((option) => (
            <Base.Chip
              key={option.value}
              className="bg-accent-soft text-12 text-accent-fg data-highlighted:outline-focus flex h-6 items-center gap-0.5 rounded-sm pl-1.5 font-medium data-highlighted:outline-2"
            >
              {option.label}
              <Base.ChipRemove
                aria-label={`Remove ${option.label}`}
                className="hover:bg-hover flex size-6 items-center justify-center rounded-sm"
              >
                <X className="size-3" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            ref={inputRef}
            placeholder={value.length > 0 ? '' : placeholder}
            className="placeholder:text-fg-3 h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          />
        </Base.Chips>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, 'w-(--anchor-width)')}>
            <Base.Empty className="text-fg-2 px-2 py-3 empty:hidden">{emptyText}</Base.Empty>
            <Base.List>{(option: ComboboxOption) => <Option key={option.value} option={option} />}</Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Option({ option }: { option: ComboboxOption }) {
  return (
    <Base.Item value={option} className={cn(popupItemClasses, 'grid grid-cols-[1fr_1rem]')}>
      <span className="flex min-w-0 items-center gap-2 truncate">
        {option.label}
        {option.detail}
      </span>
      <Base.ItemIndicator>
        <Check />
      </Base.ItemIndicator>
    </Base.Item>
  )
}
