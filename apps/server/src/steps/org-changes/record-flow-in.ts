import type { FlowInInput } from '@sluice/contract/job-commands/flow-in'
import { componentKey } from '@sluice/metadata/component'
import type { Flow } from '../org/flow.ts'
import { type Snapshot, recordParity, snapshotTitle } from '../parity/record-parity.ts'
import { loadUndeployed } from '../parity/undeployed-components.ts'
import type { BroughtChanges } from './bring-request.ts'
import { recordKnown } from './known-store.ts'
import { knownAfter } from './retrieve-choice.ts'

interface FlowInRecord {
  readonly brought: BroughtChanges
  /** Where the branch is now. */
  readonly head: string
  /** The kind of the job, for the title of the snapshot. */
  readonly label: string
}

/** Stores the commit that equals the org, what is known of the components and what is still undeployed. */
export async function recordFlowIn(
  flow: Flow<FlowInInput>,
  { brought, head, label }: FlowInRecord,
): Promise<Snapshot> {
  const { session, input, environment, revisions } = flow
  const { job } = session
  const known = await knownAfter(flow, brought)
  return await session.run.transaction('parity', async (tx) => {
    await recordKnown(tx, { workspaceId: job.workspaceId, environmentId: environment.id }, known)
    const before = await loadUndeployed(tx, environment.id, environment.parity.componentStateRevisionId)
    const left = input.force ? [] : before.filter((row) => !brought.made.settled.includes(componentKey(row)))
    return await recordParity(tx, job, {
      environmentId: environment.id,
      inbound: brought.parity,
      outbound: brought.parity,
      head,
      revisionNumber: revisions.revisionNumber,
      retrieve: {
        includeSpecsHash: brought.made.specsHash,
        ...(brought.retrieve.fullBecause !== null && {
          externalDeploymentId: revisions.externalDeploymentId,
        }),
      },
      ...(left.length !== before.length && { undeployed: left }),
      snapshotTitle: snapshotTitle(label, job.id),
    })
  })
}
