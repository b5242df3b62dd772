import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '../platform/database/database.ts'

/** Carries what has to be looked at to the workers. */
export const differenceChannel = 'sluice_difference'

const signal = z.discriminatedUnion('what', [
  z.object({ what: z.literal('branches'), workspaceId: z.string(), stackId: z.string() }),
  z.object({ what: z.literal('orgs') }),
])
/** `branches`: a branch of the stack, or what its orgs are known to have, is another one. `orgs`: a look was asked for. */
export type DifferenceSignal = z.infer<typeof signal>

/** Tells the workers when the transaction commits, and never when it does not. */
export async function signalDifference(tx: Transaction, message: DifferenceSignal): Promise<void> {
  await tx.execute(sql`select pg_notify(${differenceChannel}, ${JSON.stringify(message)})`)
}

/** What a message of the channel says; null for one of another release. */
export function readSignal(payload: string): DifferenceSignal | null {
  const read = signal.safeParse(JSON.parse(payload))
  return read.success ? read.data : null
}
