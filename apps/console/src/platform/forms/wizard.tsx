import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { WizardStepFrame } from './wizard-step-frame.tsx'

export interface WizardStep<V extends FieldValues> {
  id: string
  title: string
  /** What must be valid before the next step shows. */
  fields: readonly FieldPath<V>[]
  content: ReactNode
  /** A check beyond the fields; it shows what is wrong itself. */
  isValid?: () => Promise<boolean>
  /** One line, shown when the step is done. */
  summary?: ReactNode
  /** Beside Next, for example Connect. */
  action?: ReactNode
  /** Keeps Next closed, for example until a connection stands. */
  isBlocked?: boolean
  /** Before the next step opens, for example to propose values there. */
  onNext?: () => void
}

interface WizardProps<V extends FieldValues, T> {
  form: UseFormReturn<V, unknown, T>
  steps: readonly WizardStep<V>[]
  finishLabel: string
  isPending: boolean
  error: Error | null
  problemHeading: string
  /** "Back" of the first step. */
  onLeave: () => void
  onFinish: () => void
}

/** Steps in a row; each must be valid before the next one opens. */
export function Wizard<V extends FieldValues, T>(props: WizardProps<V, T>) {
  const { form, steps, isPending } = props
  const [current, setCurrent] = useState(0)
  const isLast = current === steps.length - 1
  const next = async (step: WizardStep<V>) => {
    const isValid = step.fields.length === 0 || (await form.trigger([...step.fields], { shouldFocus: true }))
    if (!isValid || step.isBlocked || (step.isValid && !(await step.isValid()))) return
    step.onNext?.()
    if (isLast) props.onFinish()
    else setCurrent(current + 1)
  }
  const back = () => (current === 0 ? props.onLeave() : setCurrent(current - 1))
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <WizardStepFrame
          key={step.id}
          title={step.title}
          summary={step.summary}
          index={index}
          current={current}
          isLast={index === steps.length - 1}
        >
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
            {isLast ? <ErrorPanel heading={props.problemHeading} error={props.error} /> : null}
            <div className="flex flex-wrap justify-between gap-2">
              <Button disabled={isPending} onClick={back}>
                Back
              </Button>
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
        </WizardStepFrame>
      ))}
    </ol>
  )
}
