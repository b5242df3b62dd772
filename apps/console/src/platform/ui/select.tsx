import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './field.tsx'
import { popupClasses, popupItemClasses } from './popup-classes.ts'

export interface SelectProps<T extends string> {
  /** Label by value, in the order to show. */
  items: Readonly<Record<T, string>>
  value: T
  onValueChange: (value: T) => void
  disabled?: boolean | undefined
  triggerRef?: Ref<HTMLButtonElement>
  className?: string
  'aria-label'?: string
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { items, value, onValueChange, disabled, triggerRef, className, ...rest } = props
  const options = Object.entries<string>(items).map(([key, label]) => ({ value: key, label }))
  const isItem = (key: string | null): key is T => key !== null && key in items
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled ?? false}
      onValueChange={(next: string | null) => {
        if (isItem(next)) onValueChange(next)
      }}
    >
      <Base.Trigger
        ref={triggerRef}
        className={cn(
          controlClasses,
          'data-disabled:border-line data-disabled:bg-sunken data-disabled:text-fg-disabled flex cursor-default items-center justify-between gap-2 text-left',
          className,
        )}
        {...rest}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown className="text-fg-3 size-3.5" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, 'min-w-(--anchor-width)')}>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className={cn(popupItemClasses, 'grid grid-cols-[1fr_1rem]')}
              >
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
