import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'

/** Every flow in writes the list of its environment or marks it as used: an old list belongs to an unused environment. */
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
