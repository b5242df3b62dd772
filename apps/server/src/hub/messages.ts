import { limits } from '@sluice/contract/limits'
import { entityTypeName, type PushMessage, type PushMessageType } from '@sluice/contract/push'
import { viewApexTestRuns } from '../apex-test-runs/apex-test-run-views.ts'
import { viewConflicts } from '../conflicts/conflict-views.ts'
import { viewDifferences } from '../differences/difference-views.ts'
import { viewStacks } from '../environments/environment-views.ts'
import { viewSnapshots, viewUndeployedSets } from '../environments/state-views.ts'
import { viewInquiries } from '../inquiries/inquiry-views.ts'
import { listCurrentJobIds } from '../jobs/job-store.ts'
import { viewJobs } from '../jobs/job-views.ts'
import type { Transaction } from '../platform/database/database.ts'
import { viewSchedules } from '../schedules/schedule-views.ts'
import { viewWorkspace } from '../workspaces/workspace-views.ts'

/** Reads what one kind of message carries: everything that belongs to the first push, or the announced ids. */
type Reader = (tx: Transaction, workspaceId: string, ids?: readonly string[]) => Promise<PushMessage | null>

/** One reader per message; a new message without one does not compile. */
export const readers = {
  pushWorkspace: async (tx, workspaceId) => {
    const workspace = await viewWorkspace(tx, workspaceId)
    return workspace && { type: 'pushWorkspace', workspace }
  },
  pushStacks: async (tx, workspaceId, ids) => ({
    type: 'pushStacks',
    stacks: await viewStacks(tx, workspaceId, ids),
  }),
  pushEnvironmentSnapshots: async (tx, workspaceId, ids) => ({
    type: 'pushEnvironmentSnapshots',
    environmentSnapshots: await viewSnapshots(tx, workspaceId, ids),
  }),
  pushComponentDeploymentFailures: async (tx, workspaceId, ids) => ({
    type: 'pushComponentDeploymentFailures',
    sets: await viewUndeployedSets(tx, workspaceId, ids),
  }),
  pushDifferences: async (tx, workspaceId, ids) => ({
    type: 'pushDifferences',
    differences: await viewDifferences(tx, workspaceId, ids),
  }),
  pushJobs: async (tx, workspaceId, ids) => {
    const shown = ids ?? (await listCurrentJobIds(tx, workspaceId, limits.pushedJobs))
    return { type: 'pushJobs', jobs: await viewJobs(tx, workspaceId, shown) }
  },
  pushInquiries: async (tx, workspaceId, ids) => ({
    type: 'pushInquiries',
    inquiries: await viewInquiries(tx, workspaceId, ids),
  }),
  pushConflicts: async (tx, workspaceId, ids) => ({
    type: 'pushConflicts',
    conflicts: await viewConflicts(tx, workspaceId, ids),
  }),
  pushApexTestRuns: async (tx, workspaceId, ids) => ({
    type: 'pushApexTestRuns',
    apexTestRuns: await viewApexTestRuns(tx, workspaceId, ids),
  }),
  pushSchedules: async (tx, workspaceId, ids) => ({
    type: 'pushSchedules',
    schedules: await viewSchedules(tx, workspaceId, ids),
  }),
  deleteEntities: async (_tx, _workspaceId, ids = []) => ({
    type: 'deleteEntities',
    entities: ids.flatMap((id) => deletedEntity(id)),
  }),
  stateIsComplete: async () => ({ type: 'stateIsComplete' }),
} as const satisfies Record<PushMessageType, Reader>

export const isPushed = (kind: string): kind is PushMessageType => Object.hasOwn(readers, kind)

/** What a browser gets first, parents before children. */
export const firstPush: readonly PushMessageType[] = [
  'pushWorkspace',
  'pushStacks',
  'pushEnvironmentSnapshots',
  'pushComponentDeploymentFailures',
  'pushDifferences',
  'pushJobs',
  'pushInquiries',
  'pushConflicts',
  'pushApexTestRuns',
  'pushSchedules',
  'stateIsComplete',
]

/** Removed rows are announced as `Type:id`, because nobody can look them up any more. */
function deletedEntity(announced: string) {
  const [typeName, entityId = ''] = announced.split(':')
  const type = entityTypeName.safeParse(typeName)
  return type.success ? [{ entityTypeName: type.data, entityId }] : []
}
