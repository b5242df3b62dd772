import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import type { Stack } from '@sluice/contract/stack'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { CollaboratorRow } from './collaborator-row.tsx'
import { collaboratorsQuery } from './collaborators.query.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

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
