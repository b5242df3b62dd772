import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFinal } from '../deploy/deploy-result.ts'
import { deployResultOf } from '../deploy/deploy-view.ts'
import { polledResult } from '../deploy/polled-result.ts'
import { checkOptions, OptionError, readOptions } from '../deploy/read-options.ts'
import { quickDeploy, QuickDeployError } from '../deploy/quick-deploy.ts'
import { json, restError } from '../http/answers.ts'
import { isRecord, readJson } from '../http/request.ts'
import type { Answer } from '../http/request.ts'
import { randomText } from '../ids.ts'
import { readDeployUpload } from './multipart.ts'
import type { RestCall } from './rest-door.ts'
import { wording } from '../wording.ts'

/**
 * POST metadata/deployRequest: an archive with options (multipart), or JSON with the id of a
 * validation to deploy. Answers 201 with the id at once. 400 INVALID_OPERATION for refused
 * options or a missing archive. The 39 MB limit of SOAP does not apply here (documented), that
 * of the unpacked size does.
 */
export async function createDeployRequest(rest: RestCall): Promise<Answer> {
  const { org, session, call, practice } = rest
  if (!(call.headers['content-type'] ?? '').startsWith('multipart/')) return quick(rest)
  const archive = join(practice.settings.dataDir, `upload-${randomText(12)}.zip`)
  try {
    const upload = await readDeployUpload(call, archive)
    const given: unknown = JSON.parse(upload.json === '' ? '{}' : upload.json)
    const stated = isRecord(given) && isRecord(given.deployOptions) ? given.deployOptions : {}
    const options = readOptions(stated)
    checkOptions(options, org.info)
    if (upload.archiveSize === 0) return restError(400, 'INVALID_OPERATION', wording.deploy.noArchive)
    const deployment = await org.deploys.accept({
      userId: session.userId,
      options,
      archive,
      zipSize: upload.archiveSize,
    })
    return json(201, {
      id: deployment.id,
      validatedDeployRequestId: null,
      deployOptions: stated,
      deployResult: await deployResultOf(org, deployment, false),
    })
  } catch (error) {
    if (error instanceof OptionError) return restError(400, 'INVALID_OPERATION', error.message)
    throw error
  } finally {
    await rm(archive, { force: true })
  }
}

/**
 * `{validatedDeployRequestId}`: the REST form of deployRecentValidation. 400 INVALID_ID_FIELD
 * when it cannot be deployed.
 */
async function quick({ org, session, call }: RestCall): Promise<Answer> {
  const { validatedDeployRequestId } = await readJson(call)
  const validatedId = typeof validatedDeployRequestId === 'string' ? validatedDeployRequestId : ''
  try {
    const deployment = await quickDeploy(org, validatedId, session.userId)
    return json(201, { id: deployment.id, validatedDeployRequestId })
  } catch (error) {
    if (error instanceof QuickDeployError) return restError(400, error.code, error.message)
    throw error
  }
}

/**
 * GET metadata/deployRequest/{id}[?includeDetails=true]: the DeployResult with JSON numbers
 * and booleans; 404 NOT_FOUND for an unknown id.
 */
export async function getDeployRequest({ practice, org, call, version }: RestCall): Promise<Answer> {
  const deployment = org.deploys.find(call.params[0] ?? '')
  if (!deployment) return restError(404, 'NOT_FOUND', wording.call.notFound)
  const includeDetails = call.query.get('includeDetails') === 'true'
  const deployResult = await polledResult(practice.faults, org, { deployment, includeDetails })
  const url = `/services/data/v${version}/metadata/deployRequest/${deployment.id}`
  return json(200, { id: deployment.id, url, deployResult, deployOptions: deployment.options })
}

/**
 * PATCH metadata/deployRequest/{id} with the status Canceling: 202. 400 INVALID_OPERATION once
 * it is finalizing or over, because from then on nothing can be taken back.
 */
export async function patchDeployRequest({ org, call, session }: RestCall): Promise<Answer> {
  const deployment = org.deploys.find(call.params[0] ?? '')
  if (!deployment) return restError(404, 'NOT_FOUND', wording.call.notFound)
  if (isFinal(deployment.status)) return restError(400, 'INVALID_OPERATION', wording.deploy.completed)
  if (deployment.status === 'Finalizing')
    return restError(400, 'INVALID_OPERATION', wording.deploy.finalizing)
  await org.deploys.cancel(deployment, session.userId)
  return json(202, { id: deployment.id, deployResult: await deployResultOf(org, deployment, false) })
}
