import { noteInAuditTrail } from '../audit-trail.ts'
import { forgetCategorizations } from '../data-categories.ts'
import type { JournalEntry } from '../journal.ts'
import type { OrgState } from '../org-state.ts'
import { trackChanges } from '../tracking.ts'
import type { DeployMessage, Deployment } from './deploy-result.ts'
import { runDeployTests } from './deploy-tests.ts'
import { Canceled, conclude, currentStatus } from './execution.ts'
import type { Execution } from './execution.ts'
import type { Attempt } from './run-deployment.ts'
import { noTests } from '../apex-tests/test-result.ts'

/**
 * Judges an attempt and commits it: partial success needs rollbackOnError=false, and at least
 * one component that works. Tests run only when all components loaded. Throws Canceled for a
 * wish to cancel that came before the deployment was being finalized.
 */
export async function finish(execution: Execution, attempt: Attempt): Promise<void> {
  const { surroundings, org, ledger, deployment } = execution
  const failures = attempt.messages.filter((message) => !message.success)
  const successes = attempt.messages.filter((message) => message.success)
  const partial = failures.length > 0 && !deployment.options.rollbackOnError && successes.some(isComponent)
  const loadFailed = failures.length > 0 && !partial
  const tests = loadFailed
    ? { result: noTests(), failed: false, problem: undefined }
    : await runDeployTests(org, deployment, attempt.workspace)
  const failed = loadFailed || tests.failed
  const status = failed ? 'Failed' : await finalise(execution, partial ? 'SucceededPartial' : 'Succeeded')
  const isSaved = status === 'Succeeded' || status === 'SucceededPartial'
  deployment.numberComponentErrors = failures.length
  deployment.numberComponentsTotal = attempt.messages.filter(isComponent).length
  deployment.numberComponentsDeployed = isSaved ? successes.filter(isComponent).length : 0
  await ledger.saveDetails(deployment.id, {
    componentFailures: failures,
    componentSuccesses: successes,
    runTestResult: tests.result,
  })
  const journal = journalOf(org, deployment, { attempt, status })
  if (!isSaved || deployment.options.checkOnly) await surroundings.journal.append(journal)
  else {
    await org.store.commit(attempt.workspace.toChange(journal))
    const author = { userId: deployment.userId, date: new Date().toISOString() }
    await noteInAuditTrail(org, attempt.workspace.changes, author)
    await forgetCategorizations(org, attempt.workspace.changes)
    await trackChanges(org, attempt.workspace.changes, author)
  }
  const { problem } = tests
  await conclude(
    execution,
    status,
    problem === undefined ? {} : { errorStatusCode: 'INVALID_OPERATION', errorMessage: problem },
  )
}

/**
 * The last state before the end: from here on nothing can be cancelled (documented for 65.0 and
 * later), but it can still fail as a whole.
 */
async function finalise(
  { surroundings, org, ledger, deployment }: Execution,
  success: 'Succeeded' | 'SucceededPartial',
): Promise<Deployment['status']> {
  if (currentStatus(deployment) === 'Canceling') throw new Canceled()
  deployment.status = 'Finalizing'
  deployment.lastModifiedDate = new Date().toISOString()
  await ledger.save(deployment)
  await surroundings.takeTime(500)
  await surroundings.faults.whileHeld('finalize', org.info.id)
  return surroundings.faults.take(['finalizingFailed'], 'deploy', org.info.id) ? 'FinalizingFailed' : success
}

/** Manifests get messages without a type; they do not count as components. */
function isComponent(message: DeployMessage): boolean {
  return message.componentType !== ''
}

/** The journal's entry: what changed when it succeeded, what failed otherwise. */
function journalOf(
  org: OrgState,
  deployment: Deployment,
  outcome: { attempt: Attempt; status: string },
): JournalEntry {
  const failed = outcome.attempt.messages
    .filter((message) => !message.success)
    .map((message) => ({
      type: message.componentType,
      fullName: message.fullName,
      change: 'failed' as const,
    }))
  const happened = outcome.status.startsWith('Succeeded') ? outcome.attempt.workspace.changes : []
  return {
    id: deployment.id,
    kind: 'deploy',
    orgId: org.info.id,
    userId: deployment.userId,
    time: new Date().toISOString(),
    checkOnly: deployment.options.checkOnly,
    status: outcome.status,
    components: [...failed, ...happened],
  }
}
