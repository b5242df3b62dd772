import {
  type CollaboratorStatus,
  collaboratorStatusLabels,
  type RepositoryCollaborator,
} from '@sluice/contract/repository-collaborator'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { Button } from '../../platform/ui/button.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { isSafeAddress } from '../../platform/ui/text-link.tsx'

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

export function CollaboratorRow({ collaborator, disabledReason, onRemove }: CollaboratorRowProps) {
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
