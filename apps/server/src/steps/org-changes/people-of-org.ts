import type { Connection } from '@sluice/salesforce/connection'
import { type AuditEntry, fetchAuditTrail } from '@sluice/salesforce/tooling/audit-trail'
import { fetchUsers } from '@sluice/salesforce/tooling/users'
import type { JobSession } from '../session/job-session.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'

interface AskedOrg {
  readonly session: JobSession
  readonly environmentId: string
  readonly apiVersion: string
}

/** E-mail addresses of users by their ids; without them where the org does not tell. */
export async function emailsOf(org: AskedOrg, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ask = (connection: Connection, signal: AbortSignal) => fetchUsers(connection, ids, { signal })
  const users = await askedOr(org, { ask, otherwise: [], what: 'the addresses of authors' })
  return new Map(users.map((user) => [user.id, user.email]))
}

/** What people did in the org's setup since a time; nothing where the user of the job may not see it. */
export async function trailOf(org: AskedOrg, since: Date): Promise<readonly AuditEntry[]> {
  const ask = (connection: Connection, signal: AbortSignal) => fetchAuditTrail(connection, since, { signal })
  return await askedOr(org, { ask, otherwise: [], what: 'the audit trail' })
}

interface Question<T> {
  readonly ask: (connection: Connection, signal: AbortSignal) => Promise<T>
  readonly otherwise: T
  readonly what: string
}

/** Repeats a query about people for up to two minutes, and goes on without its answer: no job ends because an author is unknown. */
async function askedOr<T>(
  { session, environmentId, apiVersion }: AskedOrg,
  { ask, otherwise, what }: Question<T>,
): Promise<T> {
  const { signal } = session.run
  try {
    const connection = await session.org(environmentId, apiVersion)
    return await whileBrieflyTransient(() => ask(connection, signal), { signal, deadline: session.deadline })
  } catch (error) {
    signal.throwIfAborted()
    session.ctx.log.warn({ err: error }, `Salesforce was asked for ${what} and did not tell`)
    return otherwise
  }
}
