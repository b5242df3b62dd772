import type { FlowOutValidation } from '@sluice/contract/job-commands/quick-deploy'
import type { ComponentProblem } from '../../../platform/database/schema/environment-state.ts'

/** What Salesforce said in the check about what its validation leaves out, by key; empty without a validation. */
export function problemsIn(validation: FlowOutValidation | null): Map<string, readonly ComponentProblem[]> {
  return new Map(validation?.problems.map(({ key, problems }) => [key, problems.map(stored)]))
}

function stored({
  entry,
  ...problem
}: FlowOutValidation['problems'][number]['problems'][number]): ComponentProblem {
  return entry === undefined ? problem : { ...problem, entry }
}
