import type { Member } from '@sluice/contract/member'
import { type Actor, notAllowedReason, type Operation, type Subject } from '@sluice/contract/permissions'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useUser } from '../auth/session-context.tsx'
import { useWorkspace } from './workspace-context.tsx'

/** The user as the permission matrix sees him in the open workspace. */
function useActor(): Actor {
  const workspace = useWorkspace()
  const user = useUser()
  const userId = user?.id ?? ''
  const find = useCallback((rows: ReadonlyMap<string, Member>) => findMember(rows, userId), [userId])
  const member = useDerived(entities.members, find)
  return {
    userId,
    accessLevel: member?.status === 'Active' ? member.accessLevel : null,
    isOwner: workspace.ownerUserId === userId,
    isGlobalAdministrator: user?.isGlobalAdministrator ?? false,
  }
}

/** Why the user may not do something, or null when he may. */
export function useNotAllowed(): (operation: Operation, subject?: Subject) => string | null {
  const actor = useActor()
  return (operation, subject) => notAllowedReason(actor, operation, subject)
}

function findMember(rows: ReadonlyMap<string, Member>, userId: string): Member | undefined {
  for (const member of rows.values()) if (member.userId === userId) return member
  return undefined
}
