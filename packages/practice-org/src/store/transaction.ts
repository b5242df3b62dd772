import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JournalEntry } from '../journal.ts'
import type { ComponentRecord } from './component-record.ts'

/**
 * A set of changes that becomes visible as a whole, also when the process dies in between.
 * Paths are relative to the metadata tree; `remove` holds keys of components.
 */
export interface StoreChange {
  writes: Map<string, Uint8Array>
  deletes: Set<string>
  put: ComponentRecord[]
  remove: string[]
  journal?: JournalEntry
}

/** A change whose new contents lie in `staging/`, with everything needed to repeat its last part after a crash. */
export interface StagedChange {
  files: { path: string; staged: string }[]
  deletes: string[]
  put: ComponentRecord[]
  remove: string[]
  journal?: JournalEntry
}

/**
 * Writes the new contents beside the tree and then the list of what to do with them. From the moment the list has its
 * final name the change will happen: at once, or when the org is next opened.
 */
export async function stage(folder: string, change: StoreChange): Promise<StagedChange> {
  const staging = join(folder, 'staging')
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true })
  const files: StagedChange['files'] = []
  for (const [path, content] of change.writes) {
    const staged = String(files.length)
    await writeFile(join(staging, staged), content)
    files.push({ path, staged })
  }
  const { put, remove, journal } = change
  const staged: StagedChange = {
    files,
    deletes: [...change.deletes],
    put,
    remove,
    ...(journal ? { journal } : {}),
  }
  const list = join(staging, 'change.json')
  const handle = await open(`${list}.new`, 'w')
  await handle.writeFile(JSON.stringify(staged))
  await handle.sync()
  await handle.close()
  await rename(`${list}.new`, list)
  return staged
}

/**
 * Moves staged contents to their places and removes deleted files. May be repeated: a content
 * that has moved already is left alone.
 */
export async function applyStaged(folder: string, staged: StagedChange): Promise<void> {
  for (const path of staged.deletes) await rm(join(folder, 'metadata', path), { force: true })
  for (const file of staged.files) {
    const from = join(folder, 'staging', file.staged)
    if (!existsSync(from)) continue
    const to = join(folder, 'metadata', file.path)
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  }
}

/**
 * The change that a former process promised and did not finish, if there is one. Staged
 * contents without a list were never promised and are removed.
 */
export async function recoverStaged(folder: string): Promise<StagedChange | undefined> {
  const list = join(folder, 'staging', 'change.json')
  if (existsSync(list)) return JSON.parse(await readFile(list, 'utf8'))
  await rm(join(folder, 'staging'), { recursive: true, force: true })
  return undefined
}
