import { and, eq, like, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { unboundEnvelopePrefix } from '../platform/secrets.ts'
import { withBoundPassword } from './git-password.ts'

/**
 * Seals Git passwords of earlier releases again, bound to the origin of their repository, and removes credentials
 * from repository addresses. Runs at every start; what another process has changed meanwhile is left alone.
 */
export async function bindGitPasswords({
  database,
  secrets,
  log,
}: Pick<Context, 'database' | 'secrets' | 'log'>): Promise<void> {
  await database.asSystem(async (tx) => {
    const isUnbound = like(stack.gitPasswordSealed, `${unboundEnvelopePrefix}%`)
    const hasUserInformation = sql`${stack.gitRepositoryUrl} ~ '^[a-zA-Z]+:/+[^/]*@'`
    const old = await tx.select().from(stack).where(or(isUnbound, hasUserInformation))
    for (const row of old) {
      try {
        const unchanged = and(
          eq(stack.id, row.id),
          eq(stack.gitRepositoryUrl, row.gitRepositoryUrl),
          sql`${stack.gitPasswordSealed} is not distinct from ${row.gitPasswordSealed}`,
        )
        await tx.update(stack).set(withBoundPassword(secrets, row)).where(unchanged)
      } catch (error) {
        log.warn({ err: error, stackId: row.id }, 'the Git password of a stack could not be sealed again')
      }
    }
  })
}
