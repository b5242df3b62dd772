import { rm } from 'node:fs/promises'
import type { Surroundings } from '../surroundings.ts'
import { ArchiveError, openArchive } from './archive.ts'
import type { Deployment } from './deploy-result.ts'
import { Canceled, conclude, currentStatus } from './execution.ts'
import type { Execution } from './execution.ts'
import { finish } from './finish.ts'
import { attemptDeployment } from './run-deployment.ts'
import { wording } from '../wording.ts'

/** Documented: 10,000 entries of an archive, folders included. */
const maximumFiles = 10_000
/** Documented: custom fields of one deployment. */
const maximumFields = 45_000

const deletionFaults: Readonly<Record<string, 'kept' | 'refused'>> = {
  silentNonDelete: 'kept',
  undeletable: 'refused',
}

const lockTexts: Readonly<Record<string, string>> = {
  componentSetupLocked: wording.deploy.setupLocked,
  componentRowLocked: wording.deploy.lockRow,
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
    // A deployment that was told to stop may go on stopping for long.
    if (error instanceof Canceled) await surroundings.faults.whileHeld('cancelDeploy', org.info.id)
    await conclude(execution, error instanceof Canceled ? 'Canceled' : 'Failed', {
      errorStatusCode: error instanceof ArchiveError ? 'INVALID_OPERATION' : 'UNKNOWN_EXCEPTION',
      errorMessage: error instanceof Error ? error.message : String(error),
    })
    if (!(error instanceof Canceled || error instanceof ArchiveError)) throw error
  } finally {
    if (!deployment.options.checkOnly) await rm(ledger.archiveOf(deployment.id), { force: true })
  }
}

/**
 * Loads the archive, runs tests and commits. The store changes in one step at the very end, so
 * that a cancellation or a crash on the way leaves the org as it was.
 */
async function work(execution: Execution): Promise<void> {
  const { surroundings, org, ledger, deployment } = execution
  const { options } = deployment
  const refused = surroundings.faults.take(
    ['lockRow', 'alreadyInProcess', 'canceledByOther'],
    'deploy',
    org.info.id,
  )
  if (refused?.kind === 'canceledByOther') throw new Canceled()
  if (refused) {
    const errorStatusCode = refused.kind === 'lockRow' ? 'UNABLE_TO_LOCK_ROW' : 'ALREADY_IN_PROCESS'
    const errorMessage = refused.kind === 'lockRow' ? wording.deploy.lockRow : wording.deploy.alreadyInProcess
    await conclude(execution, 'Failed', { errorStatusCode, errorMessage })
    return
  }
  const source = await openArchive(ledger.archiveOf(deployment.id))
  try {
    deployment.numberFiles = source.paths.length
    const end = (errorStatusCode: string, errorMessage: string): Promise<void> =>
      conclude(execution, 'Failed', { errorStatusCode, errorMessage })
    if (source.entryCount > maximumFiles)
      return await end('LIMIT_EXCEEDED', wording.deploy.tooManyFiles(maximumFiles))
    const author = { userId: deployment.userId, date: new Date().toISOString() }
    const deletionFault = surroundings.faults.take(['silentNonDelete', 'undeletable'], 'deploy', org.info.id)
    const lock = surroundings.faults.take(
      ['componentSetupLocked', 'componentRowLocked'],
      'deploy',
      org.info.id,
    )
    const attempt = await attemptDeployment(org, source, {
      options,
      author,
      tick: ticker(surroundings, deployment),
      locked: lock && lockTexts[lock.kind],
      deletions: deletionFaults[deletionFault?.kind ?? ''],
    })
    const fields = attempt.messages.filter(({ componentType }) => componentType === 'CustomField')
    if (fields.length > maximumFields)
      return await end('LIMIT_EXCEEDED', wording.deploy.tooManyFields(maximumFields))
    await finish(execution, attempt)
  } finally {
    source.close()
  }
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
