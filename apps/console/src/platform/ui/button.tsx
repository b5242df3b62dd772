import { Button as Base } from '@base-ui/react/button'
import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { cn } from './cn.ts'

// Most buttons never need it, and the pages before the sign-in have none that does.
const Tooltip = lazy(async () => ({ default: (await import('./tooltip.tsx')).Tooltip }))

export const buttonClasses = cva(
  'inline-flex shrink-0 cursor-default items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-100 select-none data-disabled:bg-transparent data-disabled:text-fg-disabled data-disabled:shadow-none [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      intent: {
        primary:
          'bg-accent text-on-accent hover:bg-accent-hover data-disabled:bg-pressed data-disabled:text-fg-disabled',
        neutral:
          'border-line bg-surface text-fg hover:bg-hover data-popup-open:bg-hover border shadow-[0_1px_1px_rgb(9_14_30/0.04)]',
        quiet:
          'text-fg-2 hover:bg-hover hover:text-fg data-popup-open:bg-hover data-disabled:hover:bg-transparent',
        danger: 'bg-danger text-on-danger hover:bg-danger-hover data-disabled:bg-pressed',
      },
      size: {
        sm: 'text-12 h-7 px-2',
        md: 'text-13 h-8 px-3',
        lg: 'text-13 h-9 px-4',
        icon: 'size-8',
        iconSm: 'size-6',
      },
    },
    defaultVariants: { intent: 'neutral', size: 'md' },
  },
)

export interface ButtonProps extends Omit<Base.Props, 'className'>, VariantProps<typeof buttonClasses> {
  className?: string
  /** Why the button cannot be used now. It disables the button and is shown when a person asks. */
  disabledReason?: string | null | undefined
  isPending?: boolean
  children?: ReactNode
}

export function Button(props: ButtonProps) {
  const { className, intent, size, disabledReason, isPending, disabled, children, ...rest } = props
  const reasonId = useId()
  const isDisabled = Boolean(disabled) || Boolean(disabledReason) || Boolean(isPending)
  const button = (
    <Base
      className={cn(buttonClasses({ intent, size }), className)}
      disabled={isDisabled}
      // A disabled button that explains itself must be reachable by keyboard.
      focusableWhenDisabled={Boolean(disabledReason) || Boolean(isPending)}
      {...rest}
      {...(disabledReason ? { 'aria-describedby': reasonId } : {})}
    >
      {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
      {children}
      {disabledReason ? (
        // Read by its id only, so that the name of the button stays as it is.
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      ) : null}
    </Base>
  )
  if (!disabledReason) return button
  return (
    <Suspense fallback={button}>
      <Tooltip label={disabledReason}>{button}</Tooltip>
    </Suspense>
  )
}
