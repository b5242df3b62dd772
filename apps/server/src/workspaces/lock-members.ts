import { type Actor, missingAuthorizations, type Operation, type Subject } from '@sluice/contract/permissions'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { findStanding } from '../members/member-store.ts'
import { lockWorkspace, type WorkspaceRow } from './workspace-store.ts'

interface Asked {
  workspaceId: string
  actor: Actor
  operation: Operation
  /** Whose thing it is, looked up after the lock. */
  subject?: Subject | undefined
}

/**
 * Lets one change of the members and invitations of a workspace happen after the other. The caller may have lost his
 * rights, or the workspace, since his call was authorized, so both are looked at again.
 */
export async function lockMembers(
  tx: Transaction,
  asked: Asked,
): Promise<{ workspace: WorkspaceRow; actor: Actor }> {
  const { workspaceId, actor, operation, subject } = asked
  const workspace = await lockWorkspace(tx, workspaceId)
  const standing = workspace && (await findStanding(tx, workspaceId, actor.userId))
  if (!standing || (standing.accessLevel === null && !actor.isGlobalAdministrator)) {
    throw new AppError('entityNotFound')
  }
  const now = { ...actor, ...standing }
  const missing = missingAuthorizations(now, operation, subject)
  if (missing) throw new AppError('userNotAuthorized', { missingAuthorizations: missing })
  return { workspace, actor: now }
}
