import { readdir } from 'node:fs/promises'
import { and, inArray, ne } from 'drizzle-orm'
import { removeWorkFolders } from '../steps/session/work-folder.ts'
import type { Context } from '../context.ts'
import { job } from '../platform/database/schema/jobs.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Removes the folders of jobs that have ended: a worker leaves one behind when another machine ends its job. */
export async function sweepWorkFolders(ctx: Context): Promise<void> {
  const root = ctx.folders.work
  const names = await readdir(root).catch(() => [])
  const jobIds = names.filter((name) => uuid.test(name))
  if (!jobIds.length) return
  const unfinished = await ctx.database.asSystem((tx) =>
    tx
      .select({ id: job.id })
      .from(job)
      .where(and(inArray(job.id, jobIds), ne(job.status, 'Ended'))),
  )
  const kept = new Set(unfinished.map(({ id }) => id))
  for (const jobId of jobIds) if (!kept.has(jobId)) await removeWorkFolders({ root, jobId })
}
