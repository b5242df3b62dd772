import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import type { InvitationLink } from './invitation-link.ts'
import { linkProblems } from './invitation-problems.ts'

interface DeclineDialogProps {
  link: InvitationLink
  isOpen: boolean
  onClose: () => void
}

export function DeclineDialog({ link, isOpen, onClose }: DeclineDialogProps) {
  const client = useClient()
  const router = useRouter()
  const decline = useMutation({
    mutationFn: async () => {
      await client.invitations.reject(link)
      await router.navigate({ to: '/' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        decline.reset()
        onClose()
      }}
      title="Decline invitation"
      action="Decline"
      isPending={decline.isPending}
      problem={
        <ErrorPanel
          heading="There was a problem declining the invitation"
          error={decline.error}
          overrides={linkProblems}
        />
      }
      onConfirm={() => decline.mutate()}
    >
      The invitation is deleted, and this cannot be undone. To join later, you need a new invitation.
    </ConfirmDialog>
  )
}
