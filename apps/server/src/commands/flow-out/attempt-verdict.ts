import type { AttemptVerdict } from './attempts.ts'
import type { DeployOutcome } from './await-deployment.ts'
import type { MappedProblems } from './failure-mapping.ts'

/** Salesforce was busy with another change of the setup; the same archive may pass a moment later. */
const busyCodes = new Set(['UNABLE_TO_LOCK_ROW', 'ALREADY_IN_PROCESS'])

/** What the org's answer means for the attempts loop. */
export function verdictOf(outcome: DeployOutcome, problems: MappedProblems): AttemptVerdict {
  switch (outcome.status) {
    case 'Succeeded':
    case 'SucceededPartial':
      return { kind: 'succeeded' }
    case 'Failed':
    case 'FinalizingFailed':
    case 'Canceled':
    case 'Canceling':
    case 'Finalizing':
    case 'Pending':
    case 'InProgress':
      break
    default:
      return outcome.status satisfies never
  }
  const failedKeys = [...problems.byKey.keys()]
  const isBusy = outcome.errorStatusCode !== null && busyCodes.has(outcome.errorStatusCode)
  if (isBusy && failedKeys.length === 0) return { kind: 'orgBusy' }
  return { kind: 'failed', failedKeys }
}
