import type { EnvironmentFilter } from '@sluice/contract/job-commands/environment-filter'
import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { ValidationError } from '@sluice/contract/problem-details'
import { isScheduledCommand, type ScheduledSubmission } from '@sluice/contract/schedules'
import { listEnvironments } from '../environments/environment-store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'

interface Wanted {
  readonly jobCommandName: JobCommandName
  readonly jobTemplate: unknown
}

/** The submission that a schedule makes at each occurrence; refuses a template that its command does not accept. */
export function readSubmission({ jobCommandName, jobTemplate }: Wanted): ScheduledSubmission {
  const parsed = jobSubmission.safeParse({ jobCommandName, jobTemplate })
  if (parsed.success && isScheduledSubmission(parsed.data)) return parsed.data
  const issues = parsed.error?.issues ?? []
  throw refusal(issues.map(({ path, message }) => invalid(path.map(String).join('.'), message)))
}

/** Refuses environments that the stack does not have, those of other stacks among them. */
export async function requireKnownEnvironments(
  tx: Transaction,
  of: { workspaceId: string; stackId: string },
  submission: ScheduledSubmission,
): Promise<void> {
  const known = new Set((await listEnvironments(tx, of.workspaceId, [of.stackId])).map(({ id }) => id))
  const unknown = namedEnvironments(submission).filter(({ ids }) => ids.some((id) => !known.has(id)))
  if (unknown.length > 0)
    throw refusal(
      unknown.map(({ property }) => invalid(`jobTemplate.${property}`, 'The stack has no such environment')),
    )
}

const isScheduledSubmission = (
  submission: ReturnType<typeof jobSubmission.parse>,
): submission is ScheduledSubmission => isScheduledCommand(submission.jobCommandName)

interface NamedEnvironments {
  readonly property: string
  readonly ids: readonly string[]
}

function namedEnvironments({ jobCommandName, jobTemplate }: ScheduledSubmission): NamedEnvironments[] {
  if (jobCommandName !== 'FlowMerge')
    return [{ property: 'environmentFilter', ids: idsOf(jobTemplate.environmentFilter) }]
  return [
    { property: 'sourceEnvironmentId', ids: [jobTemplate.sourceEnvironmentId] },
    { property: 'targetEnvironmentFilter', ids: idsOf(jobTemplate.targetEnvironmentFilter) },
  ]
}

const idsOf = ({ include, thenExclude }: EnvironmentFilter): string[] => [...include.ids, ...thenExclude.ids]

const invalid = (property: string, description: string): ValidationError => ({
  code: 'ValueInvalid',
  property,
  description,
})

const refusal = (validationErrors: ValidationError[]): AppError =>
  new AppError('validationFailed', { validationErrors })
