import { flowInTemplate } from '@sluice/contract/job-commands/flow-in'
import type { Transaction } from '../platform/database/database.ts'
import { createSchedule } from './new-schedule.ts'

/** Creates the schedules that every stack of an onboarding begins with. Nobody is there to resolve conflicts at night. */
export async function createDefaultSchedules(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly stackId: string; readonly userId: string },
): Promise<void> {
  const jobTemplate = flowInTemplate.parse({
    environmentFilter: { include: { all: true } },
    mergeConflictsStrategy: 'Abort',
  })
  await createSchedule(tx, {
    ...of,
    name: 'Nightly flow in',
    description: 'Brings what changed in the orgs into Git every night.',
    recurrence: '0 2 * * *',
    isEnabled: true,
    submission: { jobCommandName: 'FlowIn', jobTemplate },
  })
}
