import { eq } from 'drizzle-orm'
import { noteFlow } from '../../differences/difference-store.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { environmentSnapshot } from '../../platform/database/schema/environment-state.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { newId } from '../../platform/ids.ts'
import type { TargetJob } from '../session/flow-target.ts'
import { type UndeployedComponent, insertUndeployed } from './undeployed-components.ts'

/** The state of an environment after a flow. It is written whole, in the transaction that also takes the snapshot. */
export interface ParityRecord {
  readonly environmentId: string
  readonly inbound: string
  readonly outbound: string
  readonly head: string
  readonly revisionNumber: number | null
  /** Set by flows that retrieved. */
  readonly retrieve?: {
    readonly includeSpecsHash: string
    /** Set by a full retrieve only. */
    readonly externalDeploymentId?: string | null
  }
  /** The whole new set; missing when the set stays as it is. */
  readonly undeployed?: readonly UndeployedComponent[]
  readonly isInitialized?: boolean
  readonly snapshotTitle: string
}

export interface Snapshot {
  readonly number: number
  readonly title: string
}

export async function recordParity(tx: Transaction, job: TargetJob, record: ParityRecord): Promise<Snapshot> {
  const { environmentId } = record
  const [row] = await tx
    .select()
    .from(environmentTable)
    .where(eq(environmentTable.id, environmentId))
    .for('update')
  if (row === undefined) throw new JobFailure('The environment no longer exists.')
  const revisionId =
    record.undeployed === undefined
      ? row.componentStateRevisionId
      : await insertUndeployed(
          tx,
          { workspaceId: job.workspaceId, environmentId, jobId: job.id },
          record.undeployed,
        )
  const parity = parityColumns(record, revisionId)
  const number = row.lastSnapshotNumber + 1
  await tx
    .update(environmentTable)
    .set({
      ...parity,
      ...(record.isInitialized === true && { isInitialized: true }),
      lastSnapshotNumber: number,
    })
    .where(eq(environmentTable.id, environmentId))
  const snapshotId = newId()
  await tx.insert(environmentSnapshot).values({
    id: snapshotId,
    workspaceId: job.workspaceId,
    environmentId,
    createdByUserId: job.createdByUserId,
    jobId: job.id,
    number,
    title: record.snapshotTitle,
    gitBranchName: row.gitBranchName,
    environmentLatestKnownParityCommitHash: record.inbound,
    environmentHeadCommitHash: record.head,
    parity: {
      latestKnownParityCommitHash: record.inbound,
      latestKnownParityCommitHashOutbound: record.outbound,
      latestKnownParityRevisionNumber: record.revisionNumber,
      latestKnownParityIncludeSpecsHash:
        record.retrieve?.includeSpecsHash ?? row.latestKnownParityIncludeSpecsHash,
      componentStateRevisionId: revisionId,
    },
  })
  await noteFlow(tx, { workspaceId: job.workspaceId, stackId: row.stackId, environmentId })
  await announceState(tx, { workspaceId: job.workspaceId, stackId: row.stackId, environmentId, snapshotId })
  return { number, title: record.snapshotTitle }
}

function parityColumns(record: ParityRecord, revisionId: string | null) {
  return {
    latestKnownParityCommitHash: record.inbound,
    latestKnownParityCommitHashOutbound: record.outbound,
    latestKnownParityRevisionNumber: record.revisionNumber,
    componentStateRevisionId: revisionId,
    needsFullRetrieve: false,
    ...(record.retrieve !== undefined && {
      latestKnownParityIncludeSpecsHash: record.retrieve.includeSpecsHash,
      latestExternalDeploymentCheckedUtc: new Date(),
      ...(record.retrieve.externalDeploymentId !== undefined && {
        latestExternalDeploymentIdOnLastFullRetrieve: record.retrieve.externalDeploymentId,
      }),
    }),
  }
}

async function announceState(
  tx: Transaction,
  of: { workspaceId: string; stackId: string; environmentId: string; snapshotId: string },
): Promise<void> {
  const { workspaceId } = of
  await announce(tx, { workspaceId, kind: 'pushStacks', ids: [of.stackId] })
  await announce(tx, { workspaceId, kind: 'pushEnvironmentSnapshots', ids: [of.snapshotId] })
  await announce(tx, { workspaceId, kind: 'pushComponentDeploymentFailures', ids: [of.environmentId] })
}

/** It is unknown whether a deployment happened: the next flow must not trust what is stored about the org. */
export async function markUncertain(tx: Transaction, environmentId: string): Promise<void> {
  await tx
    .update(environmentTable)
    .set({ needsFullRetrieve: true })
    .where(eq(environmentTable.id, environmentId))
}

export function snapshotTitle(command: string, jobId: string): string {
  return `${command} #${jobId.slice(-8)}`
}
