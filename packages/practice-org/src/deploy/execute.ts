import { rm } from 'node:fs/promises'
import type { JournalEntry } from '../journal.ts'
import type { OrgState } from '../org-state.ts'
import type { Surroundings } from '../surroundings.ts'
import { ArchiveError, openArchive } from './archive.ts'
import { noTests } from './run-tests-result.ts'
import type { DeployDetails, DeployMessage, Deployment } from './deploy-result.ts'
import { attemptDeployment } from './run-deployment.ts'
import type { Attempt } from './run-deployment.ts'
import { trackChanges } from '../tracking.ts'
import { wording } from './wording.ts'
import { runDeployTests } from './deploy-tests.ts'
import type { DeployLedger } from './ledger.ts'

/** Documented: 10,000 entries of an archive, folders included. */
const maximumFiles = 10_000

/** Stops an attempt whose cancellation was asked for. */
class Canceled extends Error {
  override readonly name = 'Canceled'
}

/** A deployment with everything that its execution touches. */
export interface Execution {
  surroundings: Surroundings
  org: OrgState
  ledger: DeployLedger
  deployment: Deployment
}

/**
 * Works off one deployment from Pending to its end; its outcome is in the ledger, nothing is
 * returned. Throws only for defects of this program, after it has noted the deployment as
 * Failed. The archive is kept after a validation, for a later quick deployment, and removed
 * otherwise.
 */
export async function executeDeployment(execution: Execution): Promise<void> {
  const { surroundings, org, ledger, deployment } = execution
  if (deployment.status === 'Canceled') return
  await surroundings.takeTime(2_000)
  if (currentStatus(deployment) === 'Canceled') return
  deployment.status = currentStatus(deployment) === 'Canceling' ? 'Canceling' : 'InProgress'
  deployment.startDate = new Date().toISOString()
  await ledger.save(deployment)
  try {
    await surroundings.faults.whileHeld('deploy', org.info.id)
    // A small archive is done before its first breath, so the wish is looked at once before the work.
    if (currentStatus(deployment) === 'Canceling') throw new Canceled()
    await work(execution)
  } catch (error) {
    await conclude(execution, error instanceof Canceled ? 'Canceled' : 'Failed', {
      errorStatusCode: error instanceof ArchiveError ? 'INVALID_OPERATION' : 'UNKNOWN_EXCEPTION',
      errorMessage: error instanceof Error ? error.message : String(error),
    })
    if (!(error instanceof Canceled || error instanceof ArchiveError)) throw error
  } finally {
    if (!deployment.options.checkOnly) await rm(ledger.archiveOf(deployment.id), { force: true })
  }
}

/** The status may have been changed by a cancellation while something was awaited. */
function currentStatus(deployment: Deployment): Deployment['status'] {
  return deployment.status
}

/**
 * Loads the archive, runs tests and commits. The store changes in one step at the very end, so
 * that a cancellation or a crash on the way leaves the org as it was.
 */
async function work(execution: Execution): Promise<void> {
  const { surroundings, org, ledger, deployment } = execution
  const { options } = deployment
  const refused = surroundings.faults.take(
    ['lockRow', 'finalizingFailed', 'canceledByOther'],
    'deploy',
    org.info.id,
  )
  if (refused?.kind === 'canceledByOther') throw new Canceled()
  if (refused?.kind === 'lockRow') {
    await conclude(execution, 'Failed', {
      errorStatusCode: 'UNABLE_TO_LOCK_ROW',
      errorMessage: 'UNABLE_TO_LOCK_ROW: unable to obtain exclusive access to this record or 1 records',
    })
    return
  }
  const source = await openArchive(ledger.archiveOf(deployment.id))
  try {
    deployment.numberFiles = source.paths.length
    if (source.entryCount > maximumFiles) {
      await conclude(execution, 'Failed', {
        errorStatusCode: 'LIMIT_EXCEEDED',
        errorMessage: wording.tooManyFiles(maximumFiles),
      })
      return
    }
    if (refusesNoTests(org, deployment, source.paths)) {
      await conclude(execution, 'Failed', {
        errorStatusCode: 'INVALID_OPERATION',
        errorMessage: wording.noTestRun,
      })
      return
    }
    const author = { userId: deployment.userId, date: new Date().toISOString() }
    const attempt = await attemptDeployment(org, source, {
      options,
      author,
      tick: ticker(surroundings, deployment),
      keepsDeleted: surroundings.faults.take(['silentNonDelete'], 'deploy', org.info.id) !== undefined,
    })
    await finish(execution, attempt, refused?.kind === 'finalizingFailed')
  } finally {
    source.close()
  }
}

/** Production wants tests for Apex; only a validation, and the repetition of one, may go without. */
function refusesNoTests(
  org: OrgState,
  { options, validatedId }: Deployment,
  paths: readonly string[],
): boolean {
  if (org.info.isSandbox || !org.info.runsTestsOnDeploy || options.testLevel !== 'NoTestRun') return false
  return (
    !options.checkOnly && validatedId === undefined && paths.some((path) => /\.(cls|trigger)$/.test(path))
  )
}

/**
 * Lets other calls through while components are loaded and looks for a cancellation in
 * between. Breathing costs time, so at full speed it happens every ten milliseconds only.
 */
function ticker(surroundings: Surroundings, deployment: Deployment): (type: string) => Promise<void> {
  let lastBreath = Date.now()
  return async (type) => {
    deployment.stateDetail = `Processing Type: ${type}`
    if (Date.now() - lastBreath < 10 && surroundings.settings.timeScale <= 0) return
    await surroundings.takeTime(20)
    await new Promise((resolve) => setImmediate(resolve))
    lastBreath = Date.now()
    if (currentStatus(deployment) === 'Canceling') throw new Canceled()
  }
}

/**
 * Judges an attempt: partial success needs rollbackOnError=false, and at least one component
 * that works. Tests run only when all components loaded.
 */
async function finish(execution: Execution, attempt: Attempt, finalizingFailed: boolean): Promise<void> {
  const { surroundings, org, ledger, deployment } = execution
  const failures = attempt.messages.filter((message) => !message.success)
  const successes = attempt.messages.filter((message) => message.success)
  const partial = failures.length > 0 && !deployment.options.rollbackOnError && successes.some(isComponent)
  const loadFailed = failures.length > 0 && !partial
  const tests = loadFailed
    ? { result: noTests(), failed: false }
    : await runDeployTests(org, deployment, attempt.workspace)
  const failed = loadFailed || tests.failed || finalizingFailed
  const status = finalizingFailed
    ? 'FinalizingFailed'
    : failed
      ? 'Failed'
      : partial
        ? 'SucceededPartial'
        : 'Succeeded'
  const details: DeployDetails = {
    componentFailures: failures,
    componentSuccesses: successes,
    runTestResult: tests.result,
  }
  deployment.numberComponentErrors = failures.length
  deployment.numberComponentsTotal = attempt.messages.filter(isComponent).length
  deployment.numberComponentsDeployed = failed ? 0 : successes.filter(isComponent).length
  if (deployment.options.rollbackOnError && !failed)
    deployment.numberComponentsDeployed = deployment.numberComponentsTotal
  await ledger.saveDetails(deployment.id, details)
  const journal = journalOf(org, deployment, { attempt, status })
  if (failed || deployment.options.checkOnly) await surroundings.journal.append(journal)
  else {
    await org.store.commit(attempt.workspace.toChange(journal))
    await trackChanges(org, attempt.workspace.changes, deployment.userId)
  }
  await conclude(execution, status, {})
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

/** Writes the end of a deployment. A cancelled one carries no error, as on the service. */
async function conclude(
  { ledger, deployment }: Execution,
  status: Deployment['status'],
  error: { errorStatusCode?: string; errorMessage?: string },
): Promise<void> {
  delete deployment.stateDetail
  deployment.completedDate = new Date().toISOString()
  deployment.lastModifiedDate = deployment.completedDate
  if (status !== 'Canceled') Object.assign(deployment, error)
  deployment.status = status
  await ledger.save(deployment)
}
