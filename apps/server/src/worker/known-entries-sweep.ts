import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'

/** Every flow in writes its environment's list or marks it as used, so an old one is of an environment that nobody flows. */
const keptMs = 7 * 86_400_000

/** Removes what environments that are gone, and workers that died while they wrote, have left. */
export async function sweepKnownEntries(ctx: Context): Promise<void> {
  const folder = ctx.folders.knownEntries
  const before = ctx.clock.now().getTime() - keptMs
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
