import { type EnvironmentFilter, filterEnvironments } from '@sluice/contract/job-commands/environment-filter'
import { startOperation } from '@sluice/contract/job-rights'
import { type Actor, missingAuthorizations, type Operation, type Subject } from '@sluice/contract/permissions'
import type { ScheduledSubmission } from '@sluice/contract/schedules'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { type FoundEnvironment, listEnvironments } from '../environments/environment-store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import type { ScheduleRow } from './schedule-store.ts'
import { readSubmission } from './scheduled-submission.ts'

/**
 * Refuses whoever may not start the jobs of a schedule themselves: the jobs run with the rights of another person, which nobody gets
 * by changing when or what that person's schedule runs. A filter by tags or for all environments means environments that do not exist
 * yet, so it takes the right on every environment.
 */
export async function requireJobRights(
  tx: Transaction,
  { workspaceId, stackId }: ScheduleRow,
  { actor, submission }: { readonly actor: Actor; readonly submission: ScheduledSubmission },
): Promise<void> {
  const environments = await listEnvironments(tx, workspaceId, [stackId])
  const subjects = filtersOf(submission).flatMap((filter): (Subject | undefined)[] =>
    isFixed(filter) ? environments.filter(({ id }) => filter.include.ids.includes(id)) : [undefined],
  )
  for (const subject of subjects)
    requireOn(subject, {
      actor,
      operation: operationOf(submission),
      detail:
        'The jobs of this schedule run with the rights of another person, and you may not start them yourself.',
    })
}

/** Other tags of an environment, which change what the filters of schedules mean. */
interface Retagging {
  readonly actor: Actor
  readonly environmentId: string
  readonly tags: (before: FoundEnvironment['tags']) => FoundEnvironment['tags']
}

/** Refuses tags by which a schedule of another person would run jobs in an environment where the actor may not start them. */
export async function requireRightsOfTags(
  tx: Transaction,
  { workspaceId, stackId }: Pick<ScheduleRow, 'workspaceId' | 'stackId'>,
  { actor, environmentId, tags }: Retagging,
): Promise<void> {
  const before = (await listEnvironments(tx, workspaceId, [stackId])).find(({ id }) => id === environmentId)
  if (before === undefined) throw new AppError('entityNotFound')
  const after = { ...before, tags: tags(before.tags) }
  const ofOthers = or(isNull(schedule.runAsUserId), ne(schedule.runAsUserId, actor.userId))
  const rows = await tx
    .select()
    .from(schedule)
    .where(and(eq(schedule.stackId, stackId), eq(schedule.isEnabled, true), ofOthers))
  for (const row of rows) {
    const submission = readSubmission(row)
    const [filter] = filtersOf(submission)
    const isMeant = (one: FoundEnvironment) =>
      filter !== undefined && filterEnvironments([one], filter).length > 0
    if (isMeant(before) || !isMeant(after)) continue
    const detail = `The schedule ${row.name} runs with the rights of another person and would run in this environment too, where you may not start its jobs yourself.`
    requireOn(before, { actor, operation: operationOf(submission), detail })
  }
}

interface Required {
  readonly actor: Actor
  readonly operation: Operation
  readonly detail: string
}

function requireOn(subject: Subject | undefined, { actor, operation, detail }: Required): void {
  const missing = missingAuthorizations(actor, operation, subject)
  if (missing) throw new AppError('userNotAuthorized', { detail, missingAuthorizations: missing })
}

const operationOf = ({ jobCommandName, jobTemplate }: ScheduledSubmission): Operation =>
  startOperation({
    commandName: jobCommandName,
    isCheckOnly: 'checkOnly' in jobTemplate && jobTemplate.checkOnly,
  })

const isFixed = ({ include }: EnvironmentFilter): boolean => !include.all && include.ids.length > 0

/** The filters that name the environments of the jobs, that of the targets first. */
function filtersOf({ jobCommandName, jobTemplate }: ScheduledSubmission): EnvironmentFilter[] {
  if (jobCommandName !== 'FlowMerge') return [jobTemplate.environmentFilter]
  const { sourceEnvironmentId, targetEnvironmentFilter, noSourceIn } = jobTemplate
  const source = {
    ...targetEnvironmentFilter,
    include: { all: false, ids: [sourceEnvironmentId], tags: {} },
  }
  return noSourceIn ? [targetEnvironmentFilter] : [targetEnvironmentFilter, source]
}
