import type { CollaboratorStatus, RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { repositoryCollaborator } from '../platform/database/schema/stacks.ts'
import { type KeptRepository, type RepositoryAtGitHub, repositoryAtGitHub } from './github-repository.ts'
import { findManagedRepository } from './managed-repository-store.ts'
import { findStack } from './stack-store.ts'

type CollaboratorRow = typeof repositoryCollaborator.$inferSelect

interface OfCaller {
  readonly workspaceId: string
  readonly stackId: string
  readonly userId: string
}

/** The repository of a stack at GitHub, which is asked outside of transactions; null where the built-in host keeps it. */
export async function openAtGitHub(ctx: Context, of: OfCaller): Promise<RepositoryAtGitHub | null> {
  return repositoryAtGitHub(ctx, await inManagedRepository(ctx, of, async (_, repository) => repository))
}

/** Opens the managed repository of a stack. Refuses a repository that the stack brought: its host knows who may use it. */
export async function inManagedRepository<T>(
  ctx: Context,
  of: OfCaller,
  work: (tx: Transaction, repository: KeptRepository & { readonly id: string }) => Promise<T>,
): Promise<T> {
  return ctx.database.inWorkspace(of.workspaceId, of.userId, async (tx) => {
    if (!(await findStack(tx, of.workspaceId, of.stackId))) throw new AppError('entityNotFound')
    const repository = await findManagedRepository(tx, of.stackId)
    if (repository === null) throw new AppError('repositoryNotSupported')
    return work(tx, repository)
  })
}

export async function listCollaborators(tx: Transaction, stackId: string): Promise<CollaboratorRow[]> {
  return tx
    .select()
    .from(repositoryCollaborator)
    .where(eq(repositoryCollaborator.stackId, stackId))
    .orderBy(sql`lower(${repositoryCollaborator.username})`)
}

/** True when the stack had no collaborator of this name, in any case. */
export async function insertCollaborator(
  tx: Transaction,
  row: typeof repositoryCollaborator.$inferInsert,
): Promise<boolean> {
  const inserted = await tx
    .insert(repositoryCollaborator)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: repositoryCollaborator.id })
  return inserted.length > 0
}

/** True when there was such a collaborator. The credentials of the collaborator go along. */
export async function deleteCollaborator(
  tx: Transaction,
  { stackId, username }: { stackId: string; username: string },
): Promise<boolean> {
  const isNamed = sql`lower(${repositoryCollaborator.username}) = lower(${username})`
  const deleted = await tx
    .delete(repositoryCollaborator)
    .where(and(eq(repositoryCollaborator.stackId, stackId), isNamed))
    .returning({ id: repositoryCollaborator.id })
  return deleted.length > 0
}

/** The collaborator as the API shows it. The built-in host keeps no pictures. */
export const toCollaborator = (row: CollaboratorRow, now: Date): RepositoryCollaborator => ({
  username: row.username,
  avatarUrl: null,
  isReadOnly: row.isReadOnly,
  status: statusOf(row, now),
})

function statusOf({ status, invitationExpiresUtc }: CollaboratorRow, now: Date): CollaboratorStatus {
  const isOver = invitationExpiresUtc !== null && invitationExpiresUtc.getTime() <= now.getTime()
  return status === 'InvitationPending' && isOver ? 'InvitationExpired' : status
}
