import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { conflict, conflictFile, conflictFileVersion } from '../platform/database/schema/conflicts.ts'
import { artifact, job } from '../platform/database/schema/jobs.ts'
import { notificationDelivery } from '../platform/database/schema/notifications.ts'
import { deviceAuthorization, executor, outboxMail, usedNonce } from '../platform/database/schema/server.ts'
import { passwordReset, session } from '../platform/database/schema/users.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'

const day = 86_400_000
/** Small batches keep locks and log volume small while calls go on. */
const jobsPerBatch = 100
const filesPerBatch = 500

/** Removes what is older than the retention period. Active jobs, snapshots, undeployed sets in use and the audit log stay. */
export async function removeExpired(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.config.retentionDays * day)
  let removed = 0
  for (let batch = jobsPerBatch; batch === jobsPerBatch; removed += batch)
    batch = await removeJobs(ctx, before)
  if (removed) ctx.log.info({ removed }, 'jobs past the retention period removed')
  await removeShortLived(ctx, before)
}

async function removeJobs(ctx: Context, before: Date): Promise<number> {
  const { ids, keys } = await ctx.database.asSystem(async (tx) => {
    const old = await tx
      .select({ id: job.id })
      .from(job)
      .where(and(eq(job.status, 'Ended'), isNotNull(job.endedUtc), lt(job.endedUtc, before)))
      .limit(jobsPerBatch)
      .for('update', { skipLocked: true })
    const jobIds = old.map(({ id }) => id)
    if (!jobIds.length) return { ids: [], keys: [] }
    const files = await tx
      .select({ key: artifact.fileKey })
      .from(artifact)
      .where(inArray(artifact.jobId, jobIds))
    const versions = await tx
      .select({ key: conflictFileVersion.fileKey })
      .from(conflictFileVersion)
      .innerJoin(conflictFile, eq(conflictFile.id, conflictFileVersion.conflictFileId))
      .innerJoin(conflict, eq(conflict.id, conflictFile.conflictId))
      .where(inArray(conflict.jobId, jobIds))
    // First, because the engine is not part of this transaction: after a crash in between the jobs are found here again.
    await ctx.jobs.forget(jobIds)
    await tx.delete(job).where(inArray(job.id, jobIds))
    return { ids: jobIds, keys: [...files, ...versions].map(({ key }) => key) }
  })
  // Only after the commit: a row without its file would be a lie, a file without its row is swept.
  for (const key of keys) await ctx.artifacts.remove(key)
  return ids.length
}

async function removeShortLived(ctx: Context, before: Date): Promise<void> {
  const now = ctx.clock.now()
  await ctx.database.asSystem(async (tx) => {
    await tx.delete(session).where(lt(session.expiresUtc, now))
    await tx.delete(passwordReset).where(lt(passwordReset.expiresUtc, new Date(now.getTime() - day)))
    await tx.delete(usedNonce).where(lt(usedNonce.expiresUtc, now))
    await tx
      .delete(deviceAuthorization)
      .where(lt(deviceAuthorization.expiresUtc, new Date(now.getTime() - day)))
    await tx.delete(executor).where(lt(executor.beatUtc, new Date(now.getTime() - day)))
    await tx.delete(notificationDelivery).where(lt(notificationDelivery.createdUtc, before))
    await tx.delete(outboxMail).where(lt(outboxMail.createdUtc, before))
    await tx.delete(invitation).where(lt(invitation.validUntilUtc, before))
    await tx.execute(sql`
      delete from component_state_revision r where r.created_utc < ${before.toISOString()}
      and not exists (select from environment e where e.component_state_revision_id = r.id)
      and not exists (select from environment_snapshot s where s.parity ->> 'componentStateRevisionId' = r.id::text)`)
  })
}

/** Removes files that no row names: left by a crash between the file and its row. A young file may still get its row. */
export async function sweepFiles(ctx: Context): Promise<number> {
  let swept = 0
  let batch: string[] = []
  const sweep = async () => {
    const known = await knownKeys(ctx, batch)
    for (const key of batch)
      if (!known.has(key)) {
        await ctx.artifacts.remove(key)
        swept++
      }
    batch = []
  }
  for await (const key of ctx.artifacts.listOlderThan(new Date(ctx.clock.now().getTime() - day))) {
    batch.push(key)
    if (batch.length === filesPerBatch) await sweep()
  }
  await sweep()
  if (swept) ctx.log.info({ swept }, 'files without a row removed')
  return swept
}

async function knownKeys(ctx: Context, keys: string[]): Promise<Set<string>> {
  if (!keys.length) return new Set()
  return ctx.database.asSystem(async (tx) => {
    const artifacts = await tx
      .select({ key: artifact.fileKey })
      .from(artifact)
      .where(inArray(artifact.fileKey, keys))
    const versions = await tx
      .select({ key: conflictFileVersion.fileKey })
      .from(conflictFileVersion)
      .where(inArray(conflictFileVersion.fileKey, keys))
    return new Set([...artifacts, ...versions].map(({ key }) => key))
  })
}
