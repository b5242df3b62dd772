import { type EnvironmentFilter, filterEnvironments } from '@sluice/contract/job-commands/environment-filter'
import type { ValidationError } from '@sluice/contract/problem-details'
import { type FoundEnvironment, listEnvironments } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import type { JobCandidate } from './provision-job.ts'

interface MeantBy {
  readonly filter: EnvironmentFilter
  /** Leaves out what the filter matches and the command never means. */
  readonly isMeant?: (environment: FoundEnvironment) => boolean
}

interface Selection {
  readonly selected: readonly FoundEnvironment[]
  /** What the filter names and the stack does not have, or that it means nothing at all. */
  readonly refusals: readonly JobCandidate[]
}

/** The environments of a stack that a template means. */
export async function environmentsOf(
  tx: Transaction,
  stack: StackRow,
  { filter, isMeant = () => true }: MeantBy,
): Promise<Selection> {
  const environments = await listEnvironments(tx, stack.workspaceId, [stack.id])
  const selected = filterEnvironments(environments, filter).filter((environment) => isMeant(environment))
  const known = new Set(environments.map((environment) => environment.id))
  const unknown = filter.include.ids.filter((id) => !known.has(id))
  const refusals = unknown.map((id) =>
    refused('EnvironmentNotFound', `There is no environment ${id}. It may have been deleted.`),
  )
  if (selected.length + unknown.length === 0)
    refusals.push(refused('EnvironmentFilterEmpty', 'No environment matches the filter.'))
  return { selected, refusals }
}

export function refused(code: string, description: string): JobCandidate {
  return { environment: null, input: {}, validationErrors: [refusal(code, description)], missing: null }
}

export function refusal(code: string, description: string, property = 'environmentFilter'): ValidationError {
  return { code, property, description }
}
