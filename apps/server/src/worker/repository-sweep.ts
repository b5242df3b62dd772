import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deletedRepository } from '../platform/database/schema/server.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'

const day = 86_400_000

/**
 * Removes the repositories of the built-in Git host whose stacks were deleted longer ago than the time of grace. A
 * folder that no stack ever had, left by a crash, counts from when it was first seen. The folder goes before its row,
 * so a sweep that is interrupted is finished by the next one.
 */
export async function sweepRepositories(ctx: Context): Promise<number> {
  await rememberOrphans(ctx)
  const before = ctx.clock.now().getTime() - ctx.config.repositoryGraceDays * day
  const deleted = await ctx.database.asSystem((tx) => tx.select().from(deletedRepository))
  let removed = 0
  for (const { folder, deletedUtc } of deleted) {
    if (await isInUse(ctx, folder)) {
      await forget(ctx, folder)
      continue
    }
    if (deletedUtc.getTime() > before) continue
    await rm(join(ctx.folders.repositories, folder), { recursive: true, force: true })
    await forget(ctx, folder)
    removed += 1
  }
  if (removed > 0) ctx.log.info({ removed }, 'repositories of deleted stacks removed')
  return removed
}

async function rememberOrphans(ctx: Context): Promise<void> {
  const entries = await readdir(ctx.folders.repositories, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  await ctx.database.asSystem(async (tx) => {
    const rows = await tx.select({ folder: managedRepository.folder }).from(managedRepository)
    const inUse = new Set(rows.map(({ folder }) => folder))
    const orphans = folders.filter((folder) => !inUse.has(folder))
    if (orphans.length === 0) return
    const deletedUtc = ctx.clock.now()
    await tx
      .insert(deletedRepository)
      .values(orphans.map((folder) => ({ folder, deletedUtc })))
      .onConflictDoNothing()
  })
}

/** A repository that was being made when the sweep first saw its folder has its row by now. */
const isInUse = async (ctx: Context, folder: string): Promise<boolean> =>
  ctx.database.asSystem(
    async (tx) => (await tx.$count(managedRepository, eq(managedRepository.folder, folder))) > 0,
  )

async function forget(ctx: Context, folder: string): Promise<void> {
  await ctx.database.asSystem((tx) =>
    tx.delete(deletedRepository).where(eq(deletedRepository.folder, folder)),
  )
}
