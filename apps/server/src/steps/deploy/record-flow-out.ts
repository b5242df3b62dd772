import { componentKey } from '@sluice/metadata/component'
import { eq } from 'drizzle-orm'
import { announce } from '../../platform/database/announce.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { type Snapshot, recordParity, snapshotTitle } from '../parity/record-parity.ts'
import {
  type UndeployedComponent,
  insertUndeployed,
  loadUndeployed,
} from '../parity/undeployed-components.ts'
import type { LoopResult } from './attempt-loop.ts'
import type { FlowOut } from './flow-out-diff.ts'

/** What a successful flow out leaves behind besides the branch's head in the org. */
export interface FlowOutRecord {
  readonly undeployed: readonly UndeployedComponent[]
  readonly revisionNumber: number | null
  readonly retrieve: {
    readonly includeSpecsHash: string
    readonly externalDeploymentId: string | null
  } | null
}

/** After a successful flow out org and branch head are equal, except for what is remembered as undeployed. */
export async function recordSuccess(flow: FlowOut, record: FlowOutRecord): Promise<Snapshot> {
  const { session, environment, head } = flow
  const { job } = session
  return await session.run.transaction('parity', (tx) =>
    recordParity(tx, job, {
      environmentId: environment.id,
      inbound: head,
      outbound: head,
      head,
      revisionNumber: record.revisionNumber,
      undeployed: record.undeployed,
      ...(record.retrieve !== null && { retrieve: record.retrieve }),
      // The first flow out makes a new environment usable.
      isInitialized: true,
      snapshotTitle: snapshotTitle(flow.label, job.id),
    }),
  )
}

/**
 * After a failed flow out the org is as before and the changes are still to come, so no component is added; those
 * that are remembered already learn what Salesforce says about them now.
 */
export async function recordFailure({ session, environment }: FlowOut, loop: LoopResult): Promise<void> {
  const { job } = session
  if (loop.problems.size === 0) return
  const owner = { workspaceId: job.workspaceId, environmentId: environment.id, jobId: job.id }
  await session.run.transaction('record problems', async (tx) => {
    const [current] = await tx
      .select({ revisionId: environmentTable.componentStateRevisionId })
      .from(environmentTable)
      .where(eq(environmentTable.id, environment.id))
    const before = await loadUndeployed(tx, environment.id, current?.revisionId ?? null)
    if (!before.some((row) => loop.problems.has(componentKey(row)))) return null
    const after = before.map((row) => ({
      ...row,
      problems: loop.problems.get(componentKey(row)) ?? row.problems,
    }))
    const revisionId = await insertUndeployed(tx, owner, after)
    await tx
      .update(environmentTable)
      .set({ componentStateRevisionId: revisionId })
      .where(eq(environmentTable.id, environment.id))
    await announce(tx, {
      workspaceId: job.workspaceId,
      kind: 'pushComponentDeploymentFailures',
      ids: [environment.id],
    })
    return null
  })
}
