import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { repositoryCredential } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'

export type CredentialRow = typeof repositoryCredential.$inferSelect

/** Tells a token from a password before either is looked up, and lets secret scanners find a leaked one. */
const prefix = 'slgit_'

export const looksLikeToken = (password: string): boolean => password.startsWith(prefix)

/** The token holds 256 random bits, so a plain hash is enough and can be looked up. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Stores a new credential and returns its token, which is shown once and kept nowhere. */
export async function issueCredential(
  tx: Transaction,
  holder: Pick<CredentialRow, 'workspaceId' | 'repositoryId' | 'username'> &
    Partial<Pick<CredentialRow, 'jobId' | 'userId' | 'collaboratorId' | 'isReadOnly' | 'expiresUtc'>>,
): Promise<string> {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  await tx.insert(repositoryCredential).values({ ...holder, id: newId(), tokenHash: hashOf(token) })
  return token
}

/** The valid credential of a token; the name given with it must be its own. */
export async function findCredential(
  tx: Transaction,
  given: { username: string; token: string; now: Date },
): Promise<CredentialRow | null> {
  const [row] = await tx
    .select()
    .from(repositoryCredential)
    .where(
      and(
        eq(repositoryCredential.tokenHash, hashOf(given.token)),
        isNull(repositoryCredential.revokedUtc),
        or(isNull(repositoryCredential.expiresUtc), gt(repositoryCredential.expiresUtc, given.now)),
      ),
    )
  return row !== undefined && row.username.toLowerCase() === given.username.toLowerCase() ? row : null
}

/** Whether the token was issued to a job, also when it has expired: a job that outlives its credential guesses none. */
export async function wasIssuedToJob(tx: Transaction, token: string): Promise<boolean> {
  const [row] = await tx
    .select({ jobId: repositoryCredential.jobId })
    .from(repositoryCredential)
    .where(eq(repositoryCredential.tokenHash, hashOf(token)))
  return row !== undefined && row.jobId !== null
}

const usedAgainAfterMs = 60_000

/** Notes the use, at most once a minute: every fetch makes several requests. */
export async function noteUse(tx: Transaction, row: CredentialRow, now: Date): Promise<void> {
  if (row.lastUsedUtc !== null && now.getTime() - row.lastUsedUtc.getTime() < usedAgainAfterMs) return
  await tx.update(repositoryCredential).set({ lastUsedUtc: now }).where(eq(repositoryCredential.id, row.id))
}
