import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import type { Tone } from './palette.ts'
import { isSafeAddress, OutsideLink } from './text-link.tsx'
import { toneClasses } from './tone-classes.ts'

/** Production is marked in ink wherever it can be chosen or touched. */
export const ProductionChip = () => (
  <span className="bg-fg text-11 text-canvas rounded-sm px-1.5 leading-5 font-semibold tracking-wide">
    PROD
  </span>
)

export function ToneChip({
  tone,
  children,
  className,
}: {
  tone: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cn(
        'text-12 inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-1.5 font-medium whitespace-nowrap [&_svg]:size-3',
        toneClasses[tone].soft,
        className,
      )}
    >
      {children}
    </span>
  )
}

export function TagChip({ name, value }: { name: string; value: string | null }) {
  return (
    <span className="border-line text-12 text-fg-2 rounded-sm border px-1.5 leading-5 wrap-anywhere">
      {name}
      {value === null ? null : isSafeAddress(value) ? (
        <>
          : <OutsideLink href={value}>Link</OutsideLink>
        </>
      ) : (
        `: ${value}`
      )}
    </span>
  )
}

/** A small count, for example in the navigation. */
export function CountBadge({ tone, count, label }: { tone: Tone; count: number; label: string }) {
  return (
    <span
      title={label}
      className={cn(
        'text-11 grid h-5 min-w-5 place-items-center rounded-full px-1.5 font-semibold tabular-nums',
        toneClasses[tone].soft,
      )}
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  )
}
