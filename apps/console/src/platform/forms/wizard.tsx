import type { ProblemDetails } from '@sluice/contract/problem-details'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

export interface WizardStep<V extends FieldValues> {
  id: string
  title: string
  /** What must be valid before the next step shows. */
  fields: readonly FieldPath<V>[]
  content: ReactNode
  /** One line, shown when the step is done. */
  summary?: ReactNode
  /** Beside Next, for example Connect. */
  action?: ReactNode
  /** Keeps Next closed, for example until a connection stands. */
  isBlocked?: boolean
}

interface WizardProps<V extends FieldValues, T> {
  form: UseFormReturn<V, unknown, T>
  steps: readonly WizardStep<V>[]
  finishLabel: string
  isPending: boolean
  problem: ProblemDetails | null
  problemHeading: string
  onFinish: () => void
}

/** Steps in a row; each must be valid before the next one opens. */
export function Wizard<V extends FieldValues, T>(props: WizardProps<V, T>) {
  const { form, steps, isPending } = props
  const [current, setCurrent] = useState(0)
  const isLast = current === steps.length - 1
  const next = async (step: WizardStep<V>) => {
    const isValid = step.fields.length === 0 || (await form.trigger([...step.fields], { shouldFocus: true }))
    if (!isValid || step.isBlocked) return
    if (isLast) props.onFinish()
    else setCurrent(current + 1)
  }
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <StepFrame key={step.id} step={step} index={index} current={current} isLast={index === steps.length - 1}>
          <form
            noValidate
            aria-label={step.title}
            className="border-line bg-surface mt-3 flex flex-col gap-4 rounded-lg border p-4 sm:p-5"
            onSubmit={(event) => {
              event.preventDefault()
              void next(step)
            }}
          >
            {step.content}
            {isLast ? <ErrorPanel heading={props.problemHeading} problem={props.problem} /> : null}
            <div className="flex flex-wrap justify-between gap-2">
              {index > 0 ? (
                <Button disabled={isPending} onClick={() => setCurrent(index - 1)}>
                  Back
                </Button>
              ) : (
                <span />
              )}
              <div className="flex gap-2">
                {step.action}
                <Button
                  intent={step.action && step.isBlocked ? 'neutral' : 'primary'}
                  type="submit"
                  isPending={isPending}
                  disabled={step.isBlocked}
                >
                  {isLast ? props.finishLabel : 'Next'}
                </Button>
              </div>
            </div>
          </form>
        </StepFrame>
      ))}
    </ol>
  )
}

interface StepFrameProps<V extends FieldValues> {
  step: WizardStep<V>
  index: number
  current: number
  isLast: boolean
  children: ReactNode
}

function StepFrame<V extends FieldValues>({ step, index, current, isLast, children }: StepFrameProps<V>) {
  const isOpen = index === current
  const isDone = index < current
  return (
    <li aria-current={isOpen ? 'step' : undefined} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4">
      <div className="flex flex-col items-center">
        <span
          className={cn(
            'text-12 grid size-7 shrink-0 place-items-center rounded-full font-semibold tabular-nums',
            isOpen ? 'bg-accent text-on-accent' : isDone ? 'bg-green-soft text-green-text' : 'border-line text-fg-3 border',
          )}
        >
          {isDone ? <Check aria-label="Done" role="img" className="size-3.5" strokeWidth={3} /> : index + 1}
        </span>
        {isLast ? null : <div aria-hidden className="bg-line w-px flex-1" />}
      </div>
      <div className="pb-5">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
          <h2 className={cn('text-14', isOpen ? 'font-semibold' : isDone ? 'font-medium' : 'text-fg-2')}>{step.title}</h2>
          {isDone && step.summary ? <span className="text-fg-2 min-w-0 truncate">{step.summary}</span> : null}
        </div>
        {isOpen ? children : null}
      </div>
    </li>
  )
}
