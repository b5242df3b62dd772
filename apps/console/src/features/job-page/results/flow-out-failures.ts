import { diagnose } from '@sluice/contract/deployment-errors/diagnose'
import { type Failure, type RootCause, rootCauses } from '@sluice/contract/deployment-errors/root-causes'
import type { ComponentProblem } from '@sluice/contract/component'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'

type Failed = Pick<FlowOutResult, 'failures' | 'attempts' | 'isSuccessful'>

/** The reasons for which components of a flow out failed, or the flow out as a whole. */
export const causesOf = (result: Failed): RootCause[] => rootCauses(failuresOf(result))

function failuresOf({ failures, attempts, isSuccessful }: Failed): Failure[] {
  const last = attempts.at(-1)
  return [
    ...failures.flatMap(({ packageName, componentType, componentName, problems }) =>
      problems.map((problem) => ({ component: { packageName, componentType, componentName }, problem })),
    ),
    ...(last?.fileFailures ?? []).map((problem) => ({ component: null, problem })),
    ...(isSuccessful ? [] : knownErrors(last?.errorMessage ?? null)),
  ]
}

/** Of the error of a whole deployment only what the rule book knows: the attempts show the rest. */
const knownErrors = (message: string | null): Failure[] =>
  (message ?? '')
    .split('\n')
    .filter((line) => diagnose(line).ruleId !== null)
    .map((line) => ({ component: null, problem: { ...emptyProblem, description: line } }))

const emptyProblem: ComponentProblem = {
  type: 'Error',
  description: '',
  archiveFilePath: null,
  line: null,
  column: null,
}
