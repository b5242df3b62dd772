import {
  type CollaboratorStatus,
  type RepositoryCollaborator,
  collaboratorStatusLabels,
} from '@sluice/contract/repository-collaborator'
import type { Stack } from '@sluice/contract/stack'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { isSafeAddress } from '../../platform/ui/text-link.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { collaboratorsQuery } from './collaborators.query.ts'
import { InviteDialog } from './invite-dialog.tsx'

interface RepositoryAccessDialogProps {
  isOpen: boolean
  onClose: () => void
  stack: Stack
}

export function RepositoryAccessDialog({ isOpen, onClose, stack }: RepositoryAccessDialogProps) {
  const notAllowed = useNotAllowed()('manageCollaborators', stack)
  const [isInviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<RepositoryCollaborator | null>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="lg"
      title="Manage repository access"
      description="Members of the workspace have access by their role. Here you give it to people from outside."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3">
        <div>
          <Button intent="primary" disabledReason={notAllowed} onClick={() => setInviting(true)}>
            <UserPlus aria-hidden /> Invite
          </Button>
        </div>
        {isOpen ? <Collaborators stack={stack} disabledReason={notAllowed} onRemove={setRemoved} /> : null}
      </div>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} stack={stack} />
      <RemoveDialog collaborator={removed} onClose={() => setRemoved(null)} stack={stack} />
    </Dialog>
  )
}

interface CollaboratorsProps {
  stack: Stack
  disabledReason: string | null
  onRemove: (collaborator: RepositoryCollaborator) => void
}

function Collaborators({ stack, disabledReason, onRemove }: CollaboratorsProps) {
  const { data, error } = useQuery(collaboratorsQuery(useClient(), stack))
  if (error)
    return (
      <ErrorPanel
        heading="There was a problem retrieving the users with access to this repository"
        error={error}
      />
    )
  if (!data) return <Skeleton className="h-12 w-full" />
  if (data.length === 0)
    return (
      <EmptyState title="Nobody from outside has access">
        Invite somebody who works with the repository and is no member of the workspace.
      </EmptyState>
    )
  return (
    <ul aria-label="Collaborators" className="border-line divide-line divide-y rounded-lg border">
      {data.map((collaborator) => (
        <CollaboratorRow
          key={collaborator.username}
          collaborator={collaborator}
          disabledReason={disabledReason}
          onRemove={() => onRemove(collaborator)}
        />
      ))}
    </ul>
  )
}

interface CollaboratorRowProps {
  collaborator: RepositoryCollaborator
  disabledReason: string | null
  onRemove: () => void
}

const scale: Record<CollaboratorStatus, DisplayStatus> = {
  Active: 'Succeeded',
  InvitationPending: 'Warning',
  InvitationExpired: 'Failed',
}

function CollaboratorRow({ collaborator, disabledReason, onRemove }: CollaboratorRowProps) {
  const { username, avatarUrl, isReadOnly, status } = collaborator
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Picture username={username} avatarUrl={avatarUrl} />
      <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">{username}</span>
      <span className="text-fg-2 w-28">{isReadOnly ? 'Read-only' : 'Read and write'}</span>
      <span className="w-44">
        <StatusText status={scale[status]} label={collaboratorStatusLabels[status]} />
      </span>
      <Button size="sm" aria-label={`Remove ${username}`} disabledReason={disabledReason} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

/** The picture of the host, or the first letter where it has none. */
function Picture({ username, avatarUrl }: { username: string; avatarUrl: string | null }) {
  const look = 'bg-accent-soft text-accent-fg grid size-7 shrink-0 place-items-center rounded-full'
  if (avatarUrl !== null && isSafeAddress(avatarUrl))
    return <img src={avatarUrl} alt="" referrerPolicy="no-referrer" className={look} />
  return (
    <span aria-hidden className={`${look} text-12 font-semibold`}>
      {username.charAt(0).toUpperCase()}
    </span>
  )
}

interface RemoveDialogProps {
  /** Whose access is taken away; null while the dialog is closed. */
  collaborator: RepositoryCollaborator | null
  onClose: () => void
  stack: Stack
}

function RemoveDialog({ collaborator, onClose, stack }: RemoveDialogProps) {
  const client = useClient()
  const queries = useQueryClient()
  const { workspaceId, id: stackId } = stack
  const username = collaborator?.username ?? ''
  const remove = useMutation({
    mutationFn: () => client.stacks.removeCollaborator({ params: { workspaceId, stackId, username } }),
    onSuccess: async () => {
      await queries.invalidateQueries(collaboratorsQuery(client, stack))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen={collaborator !== null}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title="Remove repository access"
      action="Remove"
      isPending={remove.isPending}
      problem={<ErrorPanel heading="There was a problem removing repository access" error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      <strong className="text-fg font-semibold wrap-anywhere">{username}</strong> can no longer fetch from the
      repository or push to it. Clones that exist already stay where they are.
    </ConfirmDialog>
  )
}
