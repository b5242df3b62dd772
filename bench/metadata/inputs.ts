import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveEntry } from '@sluice/metadata/archive'
import { root } from '../../e2e/start-product.ts'
import { saveArchive } from '../../apps/server/src/steps/org/retrieve/archive-files.ts'

const folder = join(root, '.cache/bench/inputs')

/** A large input, made once and kept in the ignored cache. The name must change with what `make` makes. */
export async function keptInput(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const part = `${path}.part`
  await rm(part, { recursive: true, force: true })
  await make(part)
  renameSync(part, path)
  return path
}

/** A zip file of these entries. */
export async function keptArchive(name: string, entries: () => Iterable<ArchiveEntry>): Promise<string> {
  return await keptInput(name, async (path) => {
    await saveArchive(path, entries())
  })
}
