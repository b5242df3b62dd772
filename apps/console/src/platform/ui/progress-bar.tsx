import { cn } from './cn.ts'
import type { Tone } from './palette.ts'
import { toneClasses } from './tone-classes.ts'

interface ProgressBarProps {
  label: string
  /** 0 to 100. */
  percent: number
  tone?: Tone
  className?: string
}

export function ProgressBar({ label, percent, tone, className }: ProgressBarProps) {
  const floored = Math.floor(Math.min(100, Math.max(0, percent)))
  return (
    <div
      // The element <progress> cannot be given our look in every browser.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      aria-label={label}
      aria-valuenow={floored}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn('bg-pressed h-1.5 overflow-hidden rounded-full', className)}
    >
      <div
        className={cn(
          'h-full rounded-full transition-[width] duration-2000',
          tone ? toneClasses[tone].bar : 'bg-accent',
        )}
        style={{ width: `${floored}%` }}
      />
    </div>
  )
}
