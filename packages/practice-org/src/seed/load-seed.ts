import { loadUnit } from '../deploy/load-unit.ts'
import type { LoadContext } from '../deploy/load-context.ts'
import type { DeployMessage } from '../deploy/deploy-result.ts'
import { Workspace } from '../deploy/workspace.ts'
import type { Org } from '../org.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { keyOf } from '../store/component-record.ts'
import { authorOf } from './authors.ts'
import type { Authors } from './authors.ts'
import { openSeedFiles } from './seed-files.ts'
import { seedUnits } from './seed-units.ts'

/** What seeding did. */
export interface SeedReport {
  components: number
  /** Files that could not be read as metadata, with the reason. */
  skipped: { path: string; problem: string }[]
}

/** A batch is one transaction: large enough to be fast, small enough for memory. */
const batchSize = 400

/**
 * Fills an org from a folder or zip, in metadata or source format. Nothing is checked except that files can be read: a
 * seed is what an org already holds. Authors and dates are the seed's own, or spread over the org's users.
 */
export async function loadSeed(org: Org, from: string, authors?: Authors): Promise<SeedReport> {
  const files = await openSeedFiles(from)
  const skipped: SeedReport['skipped'] = []
  try {
    const { units, read } = seedUnits(files)
    for (let start = 0; start < units.length; start += batchSize) {
      const workspace = new Workspace(org.store, {
        userId: org.users[0]?.id ?? '',
        date: org.info.createdDate,
      })
      const messages: DeployMessage[] = []
      const context: LoadContext = {
        workspace,
        manifest: undefined,
        read,
        fileName: (path) => path,
        excluded: new Set(),
        messages,
        doomed: new Set(),
      }
      for (const unit of units.slice(start, start + batchSize)) {
        await loadUnit(context, unit)
        if (messages.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      for (const message of messages)
        if (!message.success) skipped.push({ path: message.fileName, problem: message.problem ?? '' })
      const change = workspace.toChange()
      for (const record of change.put) sign(org, record, authors)
      await org.store.commit(change)
    }
  } finally {
    files.close()
  }
  return { components: org.store.size, skipped }
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
}
