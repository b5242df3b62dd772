import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { cn } from './cn.ts'

export function Checkbox({
  className,
  ...props
}: Omit<Base.Root.Props, 'className'> & { className?: string }) {
  return (
    <Base.Root
      className={cn(
        // The hit area is wider than the box: 24 px is the least a target may have.
        'border-line-strong bg-surface text-on-accent relative flex size-4 shrink-0 items-center justify-center rounded-sm border before:absolute before:-inset-1.5',
        'data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:border-line data-disabled:bg-sunken data-disabled:text-fg-disabled data-invalid:border-danger',
        className,
      )}
      {...props}
    >
      <Base.Indicator
        className="flex data-unchecked:hidden"
        render={(indicator, state) => (
          <span {...indicator}>
            {state.indeterminate ? (
              <Minus className="size-3" strokeWidth={3} />
            ) : (
              <Check className="size-3" strokeWidth={3} />
            )}
          </span>
        )}
      />
    </Base.Root>
  )
}
