import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadUnit } from '../deploy/load-unit.ts'
import { removeComponent } from '../deploy/remove-component.ts'
import { Workspace } from '../store/workspace.ts'
import type { Org } from '../org.ts'
import { trackChanges } from '../tracking.ts'
import { seedContext } from './seed-context.ts'
import { openSeedFiles } from './seed-files.ts'
import { seedUnits } from './seed-units.ts'

/** One day's work of a person in a sandbox, or (not tracked) how something was when the sandbox was made. */
interface HistoryEntry {
  /** ISO text in UTC. */
  on: string
  /** First and last name. */
  by: string
  isTracked?: boolean
  /** Folder beside the history, in metadata format: what the person made or changed. */
  files?: string
  /** Names by type. */
  delete?: Record<string, string[]>
}

/**
 * Repeats in a sandbox what its people did to it, in order, with their names and dates, as `history.json` in the folder
 * tells. Nothing is checked: it happened. Throws for a history that speaks of people or components that are not there.
 */
export async function repeatHistory(org: Org, folder: string): Promise<void> {
  const entries: HistoryEntry[] = JSON.parse(await readFile(join(folder, 'history.json'), 'utf8'))
  for (const entry of entries) await repeat(org, folder, entry)
}

async function repeat(org: Org, folder: string, entry: HistoryEntry): Promise<void> {
  const user = org.userNamed(entry.by)
  if (!user) throw new Error(`nobody is called ${entry.by} here`)
  const author = { userId: user.id, date: entry.on }
  const workspace = new Workspace(org.store, author)
  if (entry.files !== undefined) await take(workspace, join(folder, entry.files))
  for (const [type, names] of Object.entries(entry.delete ?? {}))
    for (const name of names) {
      const record = workspace.find(type, name)
      if (!record) throw new Error(`there is no ${type} ${name} to delete`)
      await removeComponent(workspace, record)
    }
  await org.store.commit(workspace.toChange())
  if (entry.isTracked !== false) await trackChanges(org, workspace.changes, author)
}

async function take(workspace: Workspace, folder: string): Promise<void> {
  const { units, read } = seedUnits(await openSeedFiles(folder))
  const context = seedContext(workspace, read)
  for (const unit of units) await loadUnit(context, unit)
  const problem = context.messages.find((message) => !message.success)
  if (problem) throw new Error(`${problem.fileName}: ${problem.problem}`)
}
