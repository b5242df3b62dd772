import { Check } from 'lucide-react'
import { cn } from '../../platform/ui/cn.ts'

const steps = ['Account', 'Connect', 'First flow in'] as const

/** Where a newcomer stands on the way to the first flow in; a `current` behind the last step is the end. */
export function OnboardingSteps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps" className="text-12 flex flex-wrap gap-x-4 gap-y-1 pb-1">
      {steps.map((name, index) => {
        const isDone = index < current
        return (
          <li
            key={name}
            aria-current={index === current ? 'step' : undefined}
            className={cn(
              'flex items-center gap-1.5',
              index === current ? 'font-semibold' : isDone ? 'text-fg-2' : 'text-fg-3',
            )}
          >
            <span
              aria-hidden
              className={cn(
                'grid size-5 place-items-center rounded-full border text-11 tabular-nums',
                index === current && 'border-accent bg-accent text-on-accent',
                isDone && 'border-green-edge bg-green-soft text-green-text',
                index > current && 'border-line-strong',
              )}
            >
              {isDone ? <Check className="size-3" strokeWidth={3} /> : index + 1}
            </span>
            {name}
            {isDone ? <span className="sr-only">, done</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
