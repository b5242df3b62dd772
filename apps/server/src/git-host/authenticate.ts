import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import type { Transaction } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { repositoryCollaborator } from '../platform/database/schema/stacks.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { findStanding } from '../members/member-store.ts'
import { isGlobalAdministrator, type UserRow } from '../users/user.ts'
import { readBasicAuthorization } from './basic-authorization.ts'
import { acceptInvitation } from './collaborator-invitation.ts'
import type { GitCaller } from './git-caller.ts'
import { type ManagedRepository, findRepository } from './managed-repository.ts'
import type { passwordCheck } from './password-check.ts'
import {
  type CredentialRow,
  findCredential,
  looksLikeToken,
  noteUse,
  wasIssuedToJob,
} from './repository-credential.ts'

/** `unknown`: no valid credential. `notFound`: missing and foreign repositories alike. */
export type Authentication =
  | { readonly answer: 'unknown'; readonly isOfJob: boolean }
  | { readonly answer: 'notFound' }
  | { readonly answer: 'granted'; readonly caller: GitCaller; readonly repository: ManagedRepository }

export type CheckPassword = ReturnType<typeof passwordCheck>

interface PresentedCredential {
  readonly authorization: string | undefined
  readonly repositoryKey: string
}

/** Looks at the credential first, so that only people with an account learn which repositories exist. */
export async function authenticate(
  ctx: Pick<Context, 'config' | 'database' | 'clock'>,
  checkPassword: CheckPassword,
  { authorization, repositoryKey }: PresentedCredential,
): Promise<Authentication> {
  const given = readBasicAuthorization(authorization)
  if (given === null) return { answer: 'unknown', isOfJob: false }
  if (!looksLikeToken(given.password)) {
    const user = await checkPassword(given.username, given.password)
    if (user === null) return { answer: 'unknown', isOfJob: false }
    return await ctx.database.asSystem((tx) => grantUser({ tx, config: ctx.config }, user, repositoryKey))
  }
  const now = ctx.clock.now()
  const token = given.password
  return await ctx.database.asSystem(async (tx) => {
    const credential = await findCredential(tx, { username: given.username, token, now })
    if (credential === null) return { answer: 'unknown', isOfJob: await wasIssuedToJob(tx, token) }
    await noteUse(tx, credential, now)
    if (credential.collaboratorId !== null) await acceptInvitation(tx, credential.collaboratorId, now)
    return await grantHolder({ tx, config: ctx.config }, credential, repositoryKey)
  })
}

/** What decides which rights a user has at this moment. */
interface Rights {
  readonly tx: Transaction
  readonly config: Config
}

async function grantUser(rights: Rights, user: UserRow, repositoryKey: string): Promise<Authentication> {
  const repository = await findRepository(rights.tx, repositoryKey)
  const caller = repository === null ? null : await userCaller(rights, user, repository.workspaceId)
  return repository === null || caller === null
    ? { answer: 'notFound' }
    : { answer: 'granted', caller, repository }
}

async function grantHolder(
  rights: Rights,
  credential: CredentialRow,
  repositoryKey: string,
): Promise<Authentication> {
  const repository = await findRepository(rights.tx, repositoryKey)
  if (repository === null || repository.workspaceId !== credential.workspaceId) return { answer: 'notFound' }
  if (credential.repositoryId !== null && credential.repositoryId !== repository.id)
    return { answer: 'notFound' }
  const caller = await holder(rights, credential, repository)
  return caller === null ? { answer: 'notFound' } : { answer: 'granted', caller, repository }
}

/** The present holder of the credential, which allows no more than its holder may do at this moment. */
async function holder(
  rights: Rights,
  credential: CredentialRow,
  repository: ManagedRepository,
): Promise<GitCaller | null> {
  const { tx } = rights
  const { isReadOnly, jobId, collaboratorId, userId } = credential
  const caller = { userId, jobId: null, collaborator: null, accessLevel: null, isReadOnly }
  if (jobId !== null) {
    const [row] = await tx
      .select({ status: job.status, stackId: job.stackId })
      .from(job)
      .where(eq(job.id, jobId))
    const isAlive = row !== undefined && row.status !== 'Ended' && row.stackId === repository.stackId
    return isAlive ? { ...caller, kind: 'job', jobId } : null
  }
  if (collaboratorId !== null) {
    const [row] = await tx
      .select()
      .from(repositoryCollaborator)
      .where(eq(repositoryCollaborator.id, collaboratorId))
    const isActive = row?.status === 'Active' && row.stackId === repository.stackId
    if (!isActive) return null
    const { username: collaborator } = row
    return { ...caller, kind: 'collaborator', collaborator, isReadOnly: isReadOnly || row.isReadOnly }
  }
  if (userId === null) return null
  const [user] = await tx.select().from(appUser).where(eq(appUser.id, userId))
  const owner = user === undefined ? null : await userCaller(rights, user, repository.workspaceId)
  return owner === null ? null : { ...owner, isReadOnly }
}

async function userCaller(
  { tx, config }: Rights,
  user: UserRow,
  workspaceId: string,
): Promise<GitCaller | null> {
  const caller = { userId: user.id, jobId: null, collaborator: null, isReadOnly: false }
  const { accessLevel = null } = (await findStanding(tx, workspaceId, user.id)) ?? {}
  if (accessLevel !== null) return { ...caller, kind: 'member', accessLevel }
  return isGlobalAdministrator(config, user) ? { ...caller, kind: 'administrator', accessLevel: null } : null
}
