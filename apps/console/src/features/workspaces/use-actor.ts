import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { type JobMovingOperation, jobNotAllowedReason } from '@sluice/contract/job-rights'
import type { Member } from '@sluice/contract/member'
import { type Actor, notAllowedReason, type Operation, type Subject } from '@sluice/contract/permissions'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
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

/** Why the user may not let a job go on or decide what it does, or null when he may. */
export function useJobNotAllowed(operation: JobMovingOperation, job: JobWithNotices): string | null {
  const actor = useActor()
  const environments = useDerived(entities.environments, asList)
  const stack = useEntity(entities.stacks, job.stackId)
  const environmentOf = (id: string) => environments.find((one) => one.id === id)
  return jobNotAllowedReason(actor, operation, { job, things: { stack, environmentOf } })
}

const asList = (rows: ReadonlyMap<string, Environment>): readonly Environment[] => [...rows.values()]

function findMember(rows: ReadonlyMap<string, Member>, userId: string): Member | undefined {
  for (const member of rows.values()) if (member.userId === userId) return member
  return undefined
}
