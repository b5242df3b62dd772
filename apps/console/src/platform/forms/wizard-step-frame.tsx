import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'

interface WizardStepFrameProps {
  title: string
  index: number
  current: number
  isLast: boolean
  /** One line, shown when the step is done. */
  summary?: ReactNode
  /** Shown while the step is open. */
  children: ReactNode
}

/** One step of a vertical stepper; a list item. */
export function WizardStepFrame({ title, index, current, isLast, summary, children }: WizardStepFrameProps) {
  const isOpen = index === current
  const isDone = index < current
  const dot = isOpen
    ? 'bg-accent text-on-accent'
    : isDone
      ? 'bg-green-soft text-green-text'
      : 'border-line text-fg-3 border'
  return (
    <li
      aria-current={isOpen ? 'step' : undefined}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 sm:gap-x-4"
    >
      <div className="flex flex-col items-center">
        <span
          className={cn('text-12 grid size-7 shrink-0 place-items-center rounded-full font-semibold', dot)}
        >
          {isDone ? (
            <>
              <Check aria-hidden className="size-3.5" strokeWidth={3} />
              <span className="sr-only">Done</span>
            </>
          ) : (
            index + 1
          )}
        </span>
        {isLast ? null : <div aria-hidden className="bg-line w-px flex-1" />}
      </div>
      <div className="pb-5">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
          <h2 className={cn('text-14', isOpen ? 'font-semibold' : isDone ? 'font-medium' : 'text-fg-2')}>
            {title}
          </h2>
          {isDone && summary ? <span className="text-fg-2 min-w-0 truncate">{summary}</span> : null}
        </div>
        {isOpen ? children : null}
      </div>
    </li>
  )
}
