import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import type { AttemptVerdict } from './attempts.ts'
import type { DeployOutcome } from './await-deployment.ts'
import type { MappedProblems } from './failure-mapping.ts'

/** Salesforce was busy with another change of the setup; the same archive may pass a moment later. */
const busyCodes = new Set(['UNABLE_TO_LOCK_ROW', 'ALREADY_IN_PROCESS'])

/** The texts of a lock in the problem of one component. Source: deployment output in public issue threads (IlluminatedCloud 330). */
const busyText = /administration setup has already been locked|UNABLE_TO_LOCK_ROW|ALREADY_IN_PROCESS/u

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
  const failed = [...problems.byKey].filter(([, said]) => !said.some(isBusyProblem))
  const failedKeys = failed.map(([key]) => key)
  const isBusy =
    (outcome.errorStatusCode !== null && busyCodes.has(outcome.errorStatusCode)) ||
    failed.length < problems.byKey.size ||
    problems.unmapped.some(isBusyProblem)
  if (isBusy && failedKeys.length === 0) return { kind: 'orgBusy' }
  return { kind: 'failed', failedKeys, isBusy }
}

const isBusyProblem = ({ description }: ComponentProblem): boolean => busyText.test(description)
