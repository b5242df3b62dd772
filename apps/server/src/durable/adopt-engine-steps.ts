import type { EngineStep } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { type LedgerKey, findEntry, storeError, storeResult } from './ledger.ts'

const kindOf = (name: string): LedgerKey['kind'] =>
  name.startsWith('notice ') ? 'Notice' : /^(wait for|woken from) /.test(name) ? 'Wait' : 'Step'

/** The engine's own records of waiting, and checks that are made anew. */
const isOwn = ({ name }: EngineStep) => !name.startsWith('DBOS.') && !name.startsWith('cancelled? ')

/**
 * Takes over what version 1.3 recorded of a job: there the engine kept the results of steps, and the ledger only those of
 * effects and transactions. Entries of the ledger stay as they are.
 */
export async function adoptEngineSteps(
  tx: Transaction,
  job: Pick<LedgerKey, 'jobId' | 'workspaceId' | 'epoch'>,
  steps: readonly EngineStep[],
): Promise<void> {
  for (const { name, output, error } of steps.filter(isOwn)) {
    const key = { ...job, name, kind: kindOf(name) }
    if (await findEntry(tx, key)) continue
    if (error) await storeError(tx, key, error)
    else await storeResult(tx, key, { value: output, resolution: 'Performed' })
  }
}
