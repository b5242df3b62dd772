import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface ClosableForm {
  isOpen: boolean
  /** Whether closing loses what a person has entered. */
  isChanged: boolean
  onClose: () => void
}

/** Esc, the cross and a click beside a dialog call `closeOrAsk`, which discards nothing without a question. */
export function useDiscardQuestion({ isOpen, isChanged, onClose }: ClosableForm) {
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    onClose()
  }
  const question = (
    <ConfirmDialog
      isOpen={isAsking && isOpen}
      onClose={() => setAsking(false)}
      title="Discard your changes?"
      action="Discard"
      cancelLabel="Keep editing"
      isPending={false}
      problem={null}
      onConfirm={close}
    >
      What you changed here has not been submitted. It is lost when the dialog closes.
    </ConfirmDialog>
  )
  return { close, closeOrAsk: () => (isChanged ? setAsking(true) : close()), question }
}
