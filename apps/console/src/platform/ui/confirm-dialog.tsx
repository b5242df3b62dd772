import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Field, Input } from './field.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The verb of the action, repeated on the button. */
  action: string
  intent?: 'primary' | 'danger'
  cancelLabel?: string
  /** What a person must type before the action can be confirmed, such as the name of what is deleted. */
  typedText?: string
  isPending: boolean
  /** Shown above the buttons, in the dialog that caused it. */
  problem: ReactNode
  onConfirm: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, isPending } = props
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        <Base.Popup className="bg-surface shadow-modal fixed top-[18vh] left-1/2 z-50 flex max-h-[80vh] w-112 max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col gap-3 overflow-y-auto rounded-lg p-5 outline-none">
          <Confirmation {...props} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Mounted anew each time that the dialog opens, so that nothing typed is left from before. */
function Confirmation(props: ConfirmDialogProps) {
  const { onClose, title, children, action, intent = 'danger', cancelLabel = 'Cancel', typedText } = props
  const [typed, setTyped] = useState('')
  const isConfirmed = typedText === undefined || typed.trim() === typedText
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmed && !props.isPending) props.onConfirm()
      }}
    >
      <Base.Title className="text-16 font-semibold tracking-[-0.01em] wrap-anywhere">{title}</Base.Title>
      <Base.Description className="text-fg-2" render={<div />}>
        {children}
      </Base.Description>
      {typedText === undefined ? null : (
        <Field
          name="confirmation"
          label={
            <>
              Type <span className="font-mono wrap-anywhere">{typedText}</span> to confirm
            </>
          }
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
      )}
      {props.problem}
      <footer className="flex justify-end gap-2 pt-2">
        <Button disabled={props.isPending} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button intent={intent} type="submit" isPending={props.isPending} disabled={!isConfirmed}>
          {action}
        </Button>
      </footer>
    </form>
  )
}
