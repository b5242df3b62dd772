import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'

type Flags = Pick<
  FlowOutResult,
  | 'reachedMaximumNumberAttempts'
  | 'reachedOnlyFailures'
  | 'reachedRepeatedState'
  | 'allOrNothingAttemptFailed'
  | 'lastAttemptFailed'
  | 'attempts'
>

/** Why a flow out stopped short, in sentences. */
export function flowOutReasons(result: Flags): string[] {
  const hasFailedTests = result.attempts.at(-1)?.apexTestRun?.hasFailedTests ?? false
  const reasons: [boolean, string][] = [
    [result.reachedMaximumNumberAttempts, 'The maximum number of attempts was reached.'],
    [result.reachedOnlyFailures, 'No components could be deployed.'],
    [result.reachedRepeatedState, 'Consecutive attempts gave the same failures.'],
    [
      result.allOrNothingAttemptFailed,
      'An all-or-nothing deployment was requested, but some components failed to deploy.',
    ],
    [result.lastAttemptFailed, 'The last attempt failed.'],
    [hasFailedTests, 'One or more tests failed.'],
  ]
  return reasons.flatMap(([applies, sentence]) => (applies ? [sentence] : []))
}
