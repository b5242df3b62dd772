import type { EnvironmentFilter } from '@sluice/contract/job-commands/environment-filter'
import { type Actor, missingAuthorizations, type Operation, type Subject } from '@sluice/contract/permissions'
import type { ScheduledSubmission } from '@sluice/contract/schedules'
import { listEnvironments } from '../environments/environment-store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { ScheduleRow } from './schedule-store.ts'

/** What a submission does where: `filters` name its environments. */
interface Need {
  readonly operation: Operation
  readonly filters: readonly EnvironmentFilter[]
}

/**
 * Refuses whoever may not start the jobs of a schedule themselves: the jobs run with the rights of another person, which nobody gets
 * by changing when or what that person's schedule runs. A filter by tags or for all environments means environments that do not exist
 * yet, so it takes the right on every environment.
 */
export async function requireJobRights(
  tx: Transaction,
  { workspaceId, stackId }: Pick<ScheduleRow, 'workspaceId' | 'stackId'>,
  { actor, submission }: { readonly actor: Actor; readonly submission: ScheduledSubmission },
): Promise<void> {
  const { operation, filters } = needOf(submission)
  const environments = await listEnvironments(tx, workspaceId, [stackId])
  const subjects = filters.flatMap((filter): (Subject | undefined)[] =>
    isFixed(filter) ? environments.filter(({ id }) => filter.include.ids.includes(id)) : [undefined],
  )
  for (const subject of subjects) {
    const missing = missingAuthorizations(actor, operation, subject)
    if (missing)
      throw new AppError('userNotAuthorized', {
        detail:
          'The jobs of this schedule run with the rights of another person, and you may not start them yourself.',
        missingAuthorizations: missing,
      })
  }
}

const isFixed = ({ include }: EnvironmentFilter): boolean => !include.all && include.ids.length > 0

function needOf({ jobCommandName, jobTemplate }: ScheduledSubmission): Need {
  switch (jobCommandName) {
    case 'FlowIn':
    case 'FlowOut':
      return {
        operation: jobTemplate.checkOnly ? 'startCheckOnlyFlow' : 'startFlow',
        filters: [jobTemplate.environmentFilter],
      }
    case 'FlowMerge': {
      const { sourceEnvironmentId, targetEnvironmentFilter, checkOnly, noSourceIn } = jobTemplate
      const source = {
        ...targetEnvironmentFilter,
        include: { all: false, ids: [sourceEnvironmentId], tags: {} },
      }
      return {
        operation: checkOnly ? 'startCheckOnlyFlow' : 'startFlow',
        filters: noSourceIn ? [targetEnvironmentFilter] : [targetEnvironmentFilter, source],
      }
    }
    case 'DeleteEnvironment':
      return { operation: 'deleteEnvironment', filters: [jobTemplate.environmentFilter] }
    case 'RunApexTests':
      return { operation: 'runApexTests', filters: [jobTemplate.environmentFilter] }
    default:
      return jobCommandName satisfies never
  }
}
