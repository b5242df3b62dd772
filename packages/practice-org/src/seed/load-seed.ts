import { loadUnit } from '../deploy/load-unit.ts'
import { Workspace } from '../store/workspace.ts'
import type { Org } from '../org.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { keyOf } from '../store/component-record.ts'
import type { StoreChange } from '../store/transaction.ts'
import { authorOf, packageOf } from './authors.ts'
import type { Authors } from './authors.ts'
import { seedContext } from './seed-context.ts'
import { openSeedFiles } from './seed-files.ts'
import { seedUnits } from './seed-units.ts'
import type { SeedUnits } from './seed-units.ts'
import { yieldEvery } from '../yield-event-loop.ts'

/** What seeding did. */
export interface SeedReport {
  components: number
  /** Files that could not be read as metadata, with the reason. */
  skipped: { path: string; problem: string }[]
}

/** A batch is one transaction: large enough to be fast, small enough for memory. */
const batchSize = 400

/** How a seed is taken in. */
export interface SeedOptions {
  /** Who made what; without a word about it the work is spread over the org's users. */
  authors?: Authors | undefined
  /** The org is empty, nobody can call it yet, and its folder goes when the process dies. */
  isUnseen?: boolean
}

/**
 * Fills an org from a folder or zip, in metadata or source format. Nothing is checked except that files can be read: a
 * seed is what an org already holds.
 */
export async function loadSeed(org: Org, from: string, options: SeedOptions = {}): Promise<SeedReport> {
  const files = await openSeedFiles(from)
  const skipped: SeedReport['skipped'] = []
  const yieldWhenDue = options.isUnseen === true ? () => Promise.resolve() : yieldEvery(10)
  const takeAll = async (add: (change: StoreChange) => Promise<void>): Promise<void> => {
    const { units, read } = seedUnits(files)
    for (let start = 0; start < units.length; start += batchSize) {
      const batch = units.slice(start, start + batchSize)
      const change = await loadBatch(org, { units: batch, read }, { skipped, yieldWhenDue })
      for (const record of change.put) sign(org, record, options.authors)
      await add(change)
    }
  }
  try {
    if (options.isUnseen === true) await org.store.fill(takeAll)
    else await takeAll((change) => org.store.commit(change))
  } finally {
    files.close()
  }
  return { components: org.store.size, skipped }
}

/** One batch as a change of the store; files that cannot be read are added to `skipped`. */
async function loadBatch(
  org: Org,
  { units, read }: SeedUnits,
  { skipped, yieldWhenDue }: { skipped: SeedReport['skipped']; yieldWhenDue: () => Promise<void> },
): Promise<StoreChange> {
  const workspace = new Workspace(org.store, { userId: org.users[0]?.id ?? '', date: org.info.createdDate })
  const context = seedContext(workspace, read)
  for (const unit of units) {
    await loadUnit(context, unit)
    await yieldWhenDue()
  }
  for (const message of context.messages)
    if (!message.success) skipped.push({ path: message.fileName, problem: message.problem ?? '' })
  return workspace.toChange()
}

/** Gives a seeded component its author and date. */
function sign(org: Org, record: ComponentRecord, authors: Authors | undefined): void {
  const { userId, date, createdById, createdDate } = authorOf(
    org,
    keyOf(record.type, record.fullName),
    authors,
  )
  record.createdById = createdById
  record.createdDate = createdDate
  record.lastModifiedById = userId
  record.lastModifiedDate = date
  const namespace = packageOf(authors, record.fullName)
  if (namespace !== undefined)
    Object.assign(record, { namespacePrefix: namespace, manageableState: 'installed' })
}
