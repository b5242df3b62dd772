import { componentKey } from '@sluice/metadata/component'
import { eq } from 'drizzle-orm'
import { findAnswerer } from '../../inquiries/inquiry-store.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { type Snapshot, recordParity, snapshotTitle } from '../parity/record-parity.ts'
import {
  type UndeployedComponent,
  insertUndeployed,
  loadUndeployed,
} from '../parity/undeployed-components.ts'
import type { LoopResult } from './attempt-loop.ts'
import type { ComparedFlowOut, FlowOut } from './flow-out-diff.ts'

/** What a successful flow out leaves behind besides the branch's head in the org. */
export interface FlowOutRecord {
  readonly undeployed: readonly UndeployedComponent[]
  /** Since when what this flow out left out by people's will is left out; ISO time. */
  readonly utc: string
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
  return await session.run.transaction('parity', async (tx) =>
    recordParity(tx, job, {
      environmentId: environment.id,
      inbound: head,
      outbound: head,
      head,
      revisionNumber: record.revisionNumber,
      undeployed: await namingAnswerer(tx, job.id, record),
      ...(record.retrieve !== null && { retrieve: record.retrieve }),
      // The first flow out makes a new environment usable.
      isInitialized: true,
      snapshotTitle: snapshotTitle(flow.label, job.id),
    }),
  )
}

/** Who confirmed a deployment has left out what it left out, whoever started the job. */
async function namingAnswerer(
  tx: Transaction,
  jobId: string,
  { undeployed, utc }: Pick<FlowOutRecord, 'undeployed' | 'utc'>,
): Promise<readonly UndeployedComponent[]> {
  const answerer = await findAnswerer(tx, jobId, 'FlowOutConfirmDeployment')
  if (answerer === null) return undeployed
  return undeployed.map((one) => (one.leftOutUtc === utc ? { ...one, leftOutByUserId: answerer } : one))
}

interface FailedFlowOut extends Pick<FlowOutRecord, 'undeployed' | 'utc'> {
  readonly loop: LoopResult
}

/**
 * After a failed flow out the org is as before and the changes are still to come. What people left out of it is remembered as after
 * a successful one, and what they took in again as well. Other components are not added; those that are remembered already learn
 * what Salesforce says about them now.
 */
export async function recordFailure(flow: ComparedFlowOut, failed: FailedFlowOut): Promise<void> {
  const { session, environment, diff } = flow
  const { job } = session
  const offered = new Set(diff.changes.map(({ identity }) => componentKey(identity)))
  const owner = { workspaceId: job.workspaceId, environmentId: environment.id, jobId: job.id }
  await session.run.transaction('record problems', async (tx) => {
    const [current] = await tx
      .select({ revisionId: environmentTable.componentStateRevisionId })
      .from(environmentTable)
      .where(eq(environmentTable.id, environment.id))
    const before = await loadUndeployed(tx, environment.id, current?.revisionId ?? null)
    const leftOut = (await namingAnswerer(tx, job.id, failed)).filter(({ reason }) => reason === 'LeftOut')
    const after = afterFailure(before, { leftOut, offered, problems: failed.loop.problems })
    if (after === null) return null
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

interface AfterFailure extends Pick<LoopResult, 'problems'> {
  /** What people left out of the failed flow out. */
  readonly leftOut: readonly UndeployedComponent[]
  /** Keys of everything that the flow out had to deploy. */
  readonly offered: ReadonlySet<string>
}

/** The set of undeployed components after a failed flow out; null when it stays as it is. */
function afterFailure(
  before: readonly UndeployedComponent[],
  { leftOut, offered, problems }: AfterFailure,
): UndeployedComponent[] | null {
  const byPeople = new Map(leftOut.map((one) => [componentKey(one), one]))
  const known = new Set(before.map(componentKey))
  const isTakenIn = (row: UndeployedComponent, key: string) =>
    row.reason === 'LeftOut' && offered.has(key) && !byPeople.has(key)
  let isChanged = false
  const rows = before.map((row) => {
    const key = componentKey(row)
    const said = problems.get(key)
    const takenIn = isTakenIn(row, key)
    if (said === undefined && !takenIn) return row
    isChanged = true
    const reason = said !== undefined && takenIn ? 'DeploymentProblems' : 'OfferedAgain'
    return {
      ...row,
      problems: said ?? [],
      ...(takenIn && ({ reason, leftOutByUserId: null, leftOutUtc: null } as const)),
      ...(!takenIn && byPeople.get(key)),
    }
  })
  const added = leftOut.filter((one) => !known.has(componentKey(one)))
  return isChanged || added.length > 0 ? [...rows, ...added] : null
}
