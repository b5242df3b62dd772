import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The verb of the action, repeated on the button. */
  action: string
  intent?: 'primary' | 'danger'
  cancelLabel?: string
  isPending: boolean
  /** Shown above the buttons, in the dialog that caused it. */
  problem: ReactNode
  onConfirm: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, action, intent = 'danger', cancelLabel = 'Cancel' } = props
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !props.isPending) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        <Base.Popup className="bg-surface shadow-modal fixed top-[18vh] left-1/2 z-50 flex max-h-[80vh] w-112 max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col gap-3 overflow-y-auto rounded-lg p-5 outline-none">
          <Base.Title className="text-16 font-semibold tracking-[-0.01em]">{title}</Base.Title>
          <Base.Description className="text-fg-2" render={<div />}>
            {children}
          </Base.Description>
          {props.problem}
          <footer className="flex justify-end gap-2 pt-2">
            <Button disabled={props.isPending} onClick={onClose}>
              {cancelLabel}
            </Button>
            <Button intent={intent} isPending={props.isPending} onClick={props.onConfirm}>
              {action}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
