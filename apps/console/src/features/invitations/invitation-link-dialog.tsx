import { type Invitation, invitationPath } from '@sluice/contract/invitation'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** In the row of an invitation: shows its link. */
export function LinkButton({ invitation }: { invitation: Invitation }) {
  const [isOpen, setOpen] = useState(false)
  const notAllowed = useNotAllowed()('readInvitationToken')
  return (
    <>
      <Button
        size="sm"
        aria-label={`Show the link for ${invitation.sendToEmailAddress}`}
        disabledReason={notAllowed}
        onClick={() => setOpen(true)}
      >
        <Link2 aria-hidden /> Link
      </Button>
      {isOpen ? <InvitationLinkDialog invitation={invitation} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface InvitationLinkDialogProps {
  invitation: Invitation
  onClose: () => void
}

export function InvitationLinkDialog({ invitation, onClose }: InvitationLinkDialogProps) {
  const { sendsMail } = useConfig()
  const { sendToEmailAddress } = invitation
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Invitation for ${sendToEmailAddress}`}
      description={
        sendsMail
          ? 'The link is mailed to this address. Whoever has it can accept the invitation.'
          : 'This server sends no mail: pass the link on yourself. Whoever has it can accept the invitation.'
      }
      footer={
        <Button intent="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <InvitationLink invitation={invitation} />
    </Dialog>
  )
}

function InvitationLink({ invitation }: { invitation: Invitation }) {
  const { data, error, refetch } = useQuery(invitationTokenQuery(useClient(), invitation))
  if (error)
    return (
      <ErrorPanel
        heading="There was a problem loading the invitation link"
        error={error}
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  if (!data) return <Spinner label="Loading the invitation link" />
  const { id: invitationId, workspaceId } = invitation
  const address = `${location.origin}${invitationPath({ workspaceId, invitationId, token: data.token })}`
  return <CopyText text={address} label="invitation link" className="max-w-full pr-16" />
}

/** The token of one link, forgotten as soon as it is no longer shown. */
const invitationTokenQuery = (client: SluiceClient, { id, workspaceId }: Invitation) =>
  queryOptions({
    queryKey: ['invitation-token', id],
    queryFn: async ({ signal }) =>
      client.invitations.getToken({ params: { workspaceId, invitationId: id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
