import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { serverFact } from '../platform/database/schema/server.ts'
import type { Secrets } from '../platform/secrets.ts'
import { StartError } from './start-error.ts'

const place = { table: 'server_fact', column: 'value', rowId: 'master-key-check' }
const clearText = 'this opens'

/** Throws unless the master key opens the value that the first start sealed. */
export function checkKey(secrets: Secrets, sealed: unknown): void {
  try {
    if (secrets.openForServer(place, String(sealed)) === clearText) return
  } catch {
    // Said below.
  }
  throw new StartError(
    'The master key is not the one that sealed the secrets of this database. Set SLUICE_MASTER_KEY (or its _FILE) to that key.',
  )
}

/** The first start seals a known value; every later one must be able to open it. */
export async function requireRightKey(database: Database, secrets: Secrets): Promise<void> {
  const sealed = await database.asSystem(async (tx) => {
    await tx
      .insert(serverFact)
      .values({ name: place.rowId, value: secrets.sealForServer(place, clearText) })
      .onConflictDoNothing()
    const [fact] = await tx.select().from(serverFact).where(eq(serverFact.name, place.rowId))
    return fact?.value
  })
  checkKey(secrets, sealed)
}
