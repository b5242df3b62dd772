import { copyFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import type { Org } from '../org.ts'
import type { Deployment } from './deploy-result.ts'
import { wording } from '../wording.ts'

/** A validation that cannot be deployed; `code` is the REST and SOAP error code. */
export class QuickDeployError extends Error {
  override readonly name = 'QuickDeployError'
  readonly code = 'INVALID_ID_FIELD'
}

/** Documented: a validation can be deployed for ten days. */
const validationLifetimeMs = 10 * 24 * 60 * 60 * 1000

/**
 * Deploys a successful validation of the last ten days without running its tests again.
 * Returns the new deployment; clients poll its id, not that of the validation. Throws
 * QuickDeployError for what is no validation, did not succeed or is too old.
 */
export async function quickDeploy(org: Org, validatedId: string, userId: string): Promise<Deployment> {
  const validation = org.deploys.find(validatedId)
  const archive = validation && org.deploys.archiveOf(validation.id)
  const isUsable = validation?.options.checkOnly === true && validation.status === 'Succeeded'
  if (!validation || !isUsable || archive === undefined || !existsSync(archive))
    throw new QuickDeployError(wording.deploy.badValidation(validatedId))
  if (Date.now() - Date.parse(validation.completedDate ?? '') > validationLifetimeMs)
    throw new QuickDeployError(wording.deploy.oldValidation)
  const copy = `${archive}.quick`
  await copyFile(archive, copy)
  return org.deploys.accept({
    userId,
    options: { ...validation.options, checkOnly: false, testLevel: 'NoTestRun', runTests: [] },
    archive: copy,
    zipSize: validation.zipSize,
    validatedId: validation.id,
  })
}
