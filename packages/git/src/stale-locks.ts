import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from './git.ts'

/**
 * Removes what a killed Git process leaves behind and no later one clears: lock files of refs and of `packed-refs`,
 * indexes, quarantine folders and temporary packs, when they are older than `olderThanMs` (longer than any process may run).
 * Returns the removed paths, relative to the repository.
 */
export async function removeStaleLocks(
  repository: Repository,
  options: { olderThanMs: number },
): Promise<string[]> {
  const before = Date.now() - options.olderThanMs
  const refs = await names(repository, { folder: 'refs', recursive: true })
  const top = await names(repository, { folder: '.', recursive: false })
  const objects = await names(repository, { folder: 'objects', recursive: false })
  const packs = await names(repository, { folder: join('objects', 'pack'), recursive: false })
  const graphs = await names(repository, { folder: join('objects', 'info'), recursive: true })
  const candidates = [
    ...[...refs, ...top, ...packs, ...graphs].filter((name) => name.endsWith('.lock')),
    ...objects.filter((name) => /[\\/](tmp_objdir-|incoming-)/.test(name)),
    ...packs.filter((name) => /[\\/]tmp_[^\\/]*$/.test(name)),
  ]
  const removed = await Promise.all(
    candidates.map(async (name) => ((await removeOld(join(repository.gitDir, name), before)) ? name : null)),
  )
  return removed.filter((name) => name !== null)
}

async function names(
  repository: Repository,
  where: { folder: string; recursive: boolean },
): Promise<string[]> {
  const found = await readdir(join(repository.gitDir, where.folder), { recursive: where.recursive }).catch(
    () => [],
  )
  return found.map((name) => join(where.folder, name))
}

async function removeOld(path: string, before: number): Promise<boolean> {
  const entry = await stat(path).catch(() => null)
  if (entry === null || entry.mtimeMs > before) return false
  await rm(path, { recursive: true, force: true })
  return true
}
