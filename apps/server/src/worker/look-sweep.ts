import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isLeft, isLookFolder } from '../looks/look-folder.ts'
import { stack } from '../platform/database/schema/stacks.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** No look takes as long. */
const keptMs = 86_400_000

/** Removes the copies of the repositories of stacks that are gone, and what looks of processes that died have retrieved. */
export async function sweepLooks(ctx: Context): Promise<void> {
  const { mirrors, work } = ctx.folders
  const ids = (await readdir(mirrors).catch(() => [])).filter((name) => uuid.test(name))
  const found =
    ids.length === 0
      ? []
      : await ctx.database.asSystem((tx) =>
          tx.select({ id: stack.id }).from(stack).where(inArray(stack.id, ids)),
        )
  const kept = new Set(found.map(({ id }) => id))
  for (const id of ids) if (!kept.has(id)) await rm(join(mirrors, id), { recursive: true, force: true })
  const before = ctx.clock.now().getTime() - keptMs
  for (const name of await readdir(work).catch(() => [])) {
    const path = join(work, name)
    if (!isLookFolder(name)) continue
    const changedMs = (await stat(path).catch(() => null))?.mtimeMs ?? before
    if (changedMs < before || isLeft(name, changedMs)) await rm(path, { recursive: true, force: true })
  }
}
