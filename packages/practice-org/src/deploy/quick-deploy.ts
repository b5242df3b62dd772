import { copyFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import type { Org } from '../org.ts'
import { isFinal } from './deploy-result.ts'
import type { Deployment } from './deploy-result.ts'
import { wording } from '../wording.ts'

/** A validation that cannot be deployed; `code` is the REST and SOAP error code. */
export class QuickDeployError extends Error {
  override readonly name = 'QuickDeployError'
  readonly code = 'INVALID_ID_FIELD'
}

/** Documented: a validation can be deployed for ten days. */
const validationLifetimeMs = 10 * 24 * 60 * 60 * 1000

const testLevels = new Set<string | undefined>(['RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg'])

/**
 * Deploys a successful validation of the last ten days without running its tests again.
 * Returns the new deployment; clients poll its id, not that of the validation. Throws
 * QuickDeployError for what is no validation, did not succeed, ran no tests, is too old, or was
 * followed by another deployment, also a quick one (documented: all earlier validations no longer
 * qualify then).
 */
export async function quickDeploy(org: Org, validatedId: string, userId: string): Promise<Deployment> {
  const validation = org.deploys.find(validatedId)
  const archive = validation && org.deploys.archiveOf(validation.id)
  const isUsable = validation?.options.checkOnly === true && validation.status === 'Succeeded'
  if (!validation || !isUsable || archive === undefined || !existsSync(archive))
    throw new QuickDeployError(wording.deploy.badValidation(validatedId))
  if (validation.numberTestsTotal === 0 && !testLevels.has(validation.options.testLevel))
    throw new QuickDeployError(wording.deploy.untestedValidation)
  const completed = Date.parse(validation.completedDate ?? '')
  if (Date.now() - completed > validationLifetimeMs) throw new QuickDeployError(wording.deploy.oldValidation)
  if (org.deploys.list().some((other) => changesOrgAfter(other, completed)))
    throw new QuickDeployError(wording.deploy.overtakenValidation)
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

/** Whether a deployment has changed the org since a moment, or is about to. */
function changesOrgAfter({ options, status, createdDate, completedDate }: Deployment, time: number): boolean {
  if (options.checkOnly || status === 'Failed' || status === 'Canceled') return false
  return Date.parse(completedDate ?? createdDate) >= time || !isFinal(status)
}
