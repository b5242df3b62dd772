import { rm } from 'node:fs/promises'
import type { JournalEntry } from '../journal.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { ArchiveError, openArchive } from './archive.ts'
import { noTests } from './run-tests-result.ts'
import type { DeployDetails, DeployMessage, Deployment } from './deploy-result.ts'
import { attemptDeployment } from './run-deployment.ts'
import type { Attempt } from './run-deployment.ts'
import { trackChanges } from '../tracking.ts'
import { runDeployTests } from './deploy-tests.ts'

/** Stops an attempt whose cancellation was asked for. */
class Canceled extends Error {
  override readonly name = 'Canceled'
}

/** Works off one deployment from Pending to its end. */
export async function executeDeployment(practice: Practice, org: Org, deployment: Deployment): Promise<void> {
  if (deployment.status === 'Canceled') return
  await practice.takeTime(2_000)
  if (currentStatus(deployment) === 'Canceled') return
  deployment.status = currentStatus(deployment) === 'Canceling' ? 'Canceling' : 'InProgress'
  deployment.startDate = new Date().toISOString()
  await org.deploys.save(deployment)
  try {
    await practice.faults.whileHeld('deploy', org.info.id)
    // A small archive is done before its first breath, so the wish is looked at once before the work.
    if (currentStatus(deployment) === 'Canceling') throw new Canceled()
    await work(practice, org, deployment)
  } catch (error) {
    await end(org, deployment, error instanceof Canceled ? 'Canceled' : 'Failed', {
      errorStatusCode: error instanceof ArchiveError ? 'INVALID_OPERATION' : 'UNKNOWN_EXCEPTION',
      errorMessage: error instanceof Error ? error.message : String(error),
    })
    if (!(error instanceof Canceled || error instanceof ArchiveError)) throw error
  } finally {
    if (!deployment.options.checkOnly) await rm(org.deploys.archiveOf(deployment.id), { force: true })
  }
}

/** The status may have been changed by a cancellation while something was awaited. */
function currentStatus(deployment: Deployment): Deployment['status'] {
  return deployment.status
}

async function work(practice: Practice, org: Org, deployment: Deployment): Promise<void> {
  const { options } = deployment
  const refused = practice.faults.take(
    ['lockRow', 'finalizingFailed', 'canceledByOther'],
    'deploy',
    org.info.id,
  )
  if (refused?.kind === 'canceledByOther') throw new Canceled()
  if (refused?.kind === 'lockRow') {
    await end(org, deployment, 'Failed', {
      errorStatusCode: 'UNABLE_TO_LOCK_ROW',
      errorMessage: 'UNABLE_TO_LOCK_ROW: unable to obtain exclusive access to this record or 1 records',
    })
    return
  }
  const source = await openArchive(org.deploys.archiveOf(deployment.id))
  try {
    deployment.numberFiles = source.paths.length
    const author = { userId: deployment.userId, date: new Date().toISOString() }
    const attempt = await attemptDeployment(org, source, {
      options,
      author,
      tick: ticker(practice, deployment),
    })
    await finish(practice, org, {
      deployment,
      attempt,
      finalizingFailed: refused?.kind === 'finalizingFailed',
    })
  } finally {
    source.close()
  }
}

function ticker(practice: Practice, deployment: Deployment): (type: string) => Promise<void> {
  let lastBreath = Date.now()
  return async (type) => {
    deployment.stateDetail = `Processing Type: ${type}`
    if (Date.now() - lastBreath < 10 && practice.settings.timeScale <= 0) return
    await practice.takeTime(20)
    await new Promise((resolve) => setImmediate(resolve))
    lastBreath = Date.now()
    if (currentStatus(deployment) === 'Canceling') throw new Canceled()
  }
}

async function finish(
  practice: Practice,
  org: Org,
  done: { deployment: Deployment; attempt: Attempt; finalizingFailed: boolean },
): Promise<void> {
  const { deployment, attempt } = done
  const failures = attempt.messages.filter((message) => !message.success)
  const successes = attempt.messages.filter((message) => message.success)
  const partial = failures.length > 0 && !deployment.options.rollbackOnError && successes.some(isComponent)
  const loadFailed = failures.length > 0 && !partial
  const tests = loadFailed
    ? { result: noTests(), failed: false }
    : await runDeployTests(org, deployment, attempt.workspace)
  const failed = loadFailed || tests.failed || done.finalizingFailed
  const status = done.finalizingFailed
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
  await org.deploys.saveDetails(deployment.id, details)
  const journal = journalOf(org, deployment, { attempt, status })
  if (failed || deployment.options.checkOnly) await practice.journal.append(journal)
  else {
    await org.store.commit(attempt.workspace.toChange(journal))
    await trackChanges(org, attempt.workspace.changes, deployment.userId)
  }
  await end(org, deployment, status, {})
}

function isComponent(message: DeployMessage): boolean {
  return message.componentType !== ''
}

function journalOf(
  org: Org,
  deployment: Deployment,
  end: { attempt: Attempt; status: string },
): JournalEntry {
  const failed = end.attempt.messages
    .filter((message) => !message.success)
    .map((message) => ({
      type: message.componentType,
      fullName: message.fullName,
      change: 'failed' as const,
    }))
  const happened = end.status.startsWith('Succeeded') ? end.attempt.workspace.changes : []
  return {
    id: deployment.id,
    kind: 'deploy',
    orgId: org.info.id,
    userId: deployment.userId,
    time: new Date().toISOString(),
    checkOnly: deployment.options.checkOnly,
    status: end.status,
    components: [...failed, ...happened],
  }
}

async function end(
  org: Org,
  deployment: Deployment,
  status: Deployment['status'],
  error: { errorStatusCode?: string; errorMessage?: string },
): Promise<void> {
  delete deployment.stateDetail
  deployment.completedDate = new Date().toISOString()
  deployment.lastModifiedDate = deployment.completedDate
  if (status !== 'Canceled') Object.assign(deployment, error)
  deployment.status = status
  await org.deploys.save(deployment)
}
