import type { Invitation } from '@sluice/contract/invitation'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'

interface SelectedInvitationsActionsProps {
  invitations: readonly Invitation[]
  onDone: () => void
}

export function SelectedInvitationsActions({ invitations, onDone }: SelectedInvitationsActionsProps) {
  const notAllowed = useNotAllowed()
  const { sendsMail } = useConfig()
  const [open, setOpen] = useState<'renew' | 'delete' | null>(null)
  // The list may change by a push while a dialog is open.
  const [chosen, setChosen] = useState<readonly Invitation[]>([])
  const isNone = invitations.length === 0
  const begin = (dialog: 'renew' | 'delete') => {
    setChosen(invitations)
    setOpen(dialog)
  }
  const dialog = {
    invitations: chosen,
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null)
      onDone()
    },
  }
  return (
    <>
      <Button
        disabled={isNone}
        disabledReason={isNone ? null : notAllowed('extendInvitation')}
        onClick={() => begin('renew')}
      >
        Renew
      </Button>
      <Button
        disabled={isNone}
        disabledReason={isNone ? null : notAllowed('deleteInvitation')}
        onClick={() => begin('delete')}
      >
        Delete
      </Button>
      <InvitationsDialog
        isOpen={open === 'renew'}
        {...dialog}
        verb="Renew"
        intent="primary"
        heading="There was a problem renewing the invitations"
        act={async (client, params) => client.invitations.extend({ params })}
      >
        {`The links are valid for the whole time again${sendsMail ? ', and are mailed once more' : ''}.`}
      </InvitationsDialog>
      <InvitationsDialog
        isOpen={open === 'delete'}
        {...dialog}
        verb="Delete"
        intent="danger"
        heading="There was a problem deleting the invitations"
        act={async (client, params) => client.invitations.delete({ params })}
      >
        The links stop working at once. This cannot be undone.
      </InvitationsDialog>
    </>
  )
}

interface InvitationsDialogProps {
  isOpen: boolean
  invitations: readonly Invitation[]
  onClose: () => void
  onDone: () => void
  verb: 'Renew' | 'Delete'
  intent: 'primary' | 'danger'
  heading: string
  act: (client: SluiceClient, params: { workspaceId: string; invitationId: string }) => Promise<void>
  children: string
}

/** Does one thing with each of the invitations, one after the other. */
function InvitationsDialog(props: InvitationsDialogProps) {
  const { isOpen, invitations, onClose, onDone, verb, intent, heading, act, children } = props
  const client = useClient()
  const run = useMutation({
    mutationFn: async () => {
      for (const { id: invitationId, workspaceId } of invitations) {
        await act(client, { workspaceId, invitationId })
      }
    },
    onSuccess: onDone,
  })
  const one = invitations.length === 1
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        run.reset()
        onClose()
      }}
      title={one ? `${verb} invitation` : `${verb} invitations`}
      action={one ? `${verb} invitation` : `${verb} ${plural(invitations.length, 'invitation')}`}
      intent={intent}
      isPending={run.isPending}
      problem={<ErrorPanel heading={heading} error={run.error} />}
      onConfirm={() => run.mutate()}
    >
      <p>{children}</p>
      <ul className="text-fg list-disc pt-2 pl-5 font-medium">
        {invitations.map(({ id, sendToEmailAddress }) => (
          <li key={id} className="wrap-anywhere">
            {sendToEmailAddress}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
