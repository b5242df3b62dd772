import { type ReactNode, type SubmitEventHandler, useId } from 'react'
import type { MessageOverrides } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useDiscardQuestion } from './discard-question.tsx'

interface FormDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  width?: 'md' | 'lg' | 'xl'
  submitLabel?: string
  submitIntent?: 'primary' | 'danger'
  /** Required, so that no dialog forgets to show that it is at work or that it failed. */
  isPending: boolean
  /** Whether closing loses what a person has entered; required, so that no dialog loses it without a question. */
  isChanged: boolean
  error: Error | null
  problemHeading: string
  problemOverrides?: MessageOverrides
  /** Why the form cannot be submitted now. */
  isSubmitDisabled?: boolean
  submitDisabledReason?: string | null
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/**
 * Every form in a dialog: error above the fields, Cancel and Submit below, both disabled while it works. Esc, the cross and a click
 * beside it ask before they discard what was changed; Cancel discards at once.
 */
export function FormDialog(props: FormDialogProps) {
  const id = useId()
  const { close, closeOrAsk, question } = useDiscardQuestion(props)
  const footer = (
    <>
      <Button disabled={props.isPending} onClick={close}>
        Cancel
      </Button>
      <Button
        intent={props.submitIntent ?? 'primary'}
        type="submit"
        form={id}
        isPending={props.isPending}
        disabled={props.isSubmitDisabled}
        disabledReason={props.submitDisabledReason}
      >
        {props.submitLabel ?? 'Submit'}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={() => {
        if (!props.isPending) closeOrAsk()
      }}
      title={props.title}
      description={props.description}
      footer={footer}
      width={props.width ?? 'md'}
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={props.onSubmit}>
        <ErrorPanel
          heading={props.problemHeading}
          error={props.error}
          {...(props.problemOverrides ? { overrides: props.problemOverrides } : {})}
        />
        {props.children}
      </form>
      {question}
    </Dialog>
  )
}
