import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isLeft, isLookFolder } from '../looks/look-folder.ts'
import { mirrorName } from '../platform/mirror-folder.ts'
import { stack } from '../platform/database/schema/stacks.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** No look takes as long. */
const keptMs = 86_400_000

/** Removes the mirrors of stacks that are gone or have another repository now, and what looks of processes that died have retrieved. */
export async function sweepLooks(ctx: Context): Promise<void> {
  const { mirrors, work } = ctx.folders
  const ids = (await readdir(mirrors).catch(() => [])).filter((name) => uuid.test(name))
  const found =
    ids.length === 0
      ? []
      : await ctx.database.asSystem((tx) =>
          tx.select({ id: stack.id, url: stack.gitRepositoryUrl }).from(stack).where(inArray(stack.id, ids)),
        )
  const before = ctx.clock.now().getTime() - keptMs
  const names = new Map(found.map(({ id, url }) => [id, mirrorName(url)]))
  for (const id of ids) await sweepMirrors(join(mirrors, id), { kept: names.get(id) ?? null, before })
  for (const name of await readdir(work).catch(() => [])) {
    const path = join(work, name)
    if (!isLookFolder(name)) continue
    const changedMs = (await stat(path).catch(() => null))?.mtimeMs ?? before
    if (changedMs < before || isLeft(name, changedMs)) await rm(path, { recursive: true, force: true })
  }
}

/** A job that began before the stack got another repository still works with the mirror of the former one. */
async function sweepMirrors(
  folder: string,
  { kept, before }: { readonly kept: string | null; readonly before: number },
): Promise<void> {
  if (kept === null) return await rm(folder, { recursive: true, force: true })
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (name === kept || ((await stat(path).catch(() => null))?.mtimeMs ?? before) >= before) continue
    await rm(path, { recursive: true, force: true })
  }
}
