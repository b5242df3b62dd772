import { sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'

/** Carries what has to be looked at to the workers. */
const differenceChannel = 'sluice_difference'

/** `branches`: a branch of the stack, or what its orgs are known to have, is another one. `orgs`: a look was asked for. */
type DifferenceSignal =
  | { readonly what: 'branches'; readonly workspaceId: string; readonly stackId: string }
  | { readonly what: 'orgs' }

/** Tells the workers when the transaction commits, and never when it does not. */
export async function signalDifference(tx: Transaction, message: DifferenceSignal): Promise<void> {
  await tx.execute(sql`select pg_notify(${differenceChannel}, ${JSON.stringify(message)})`)
}
