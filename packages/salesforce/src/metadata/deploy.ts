import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { transferLimits } from '../limits.ts'
import { yieldEventLoop } from '../yield-event-loop.ts'
import { isRecord, textOf } from '../json.ts'
import { restCall } from '../rest.ts'
import { metadataCall, onlyResult } from '../soap/call.ts'
import { childFlag, childText, element } from '../soap/xml.ts'
import { multipartBody, soapDeployContent } from './deploy-body.ts'
import type { DeployOptions } from './deploy-options.ts'
import { readDeployResult, type DeployResult } from './deploy-result.ts'

export interface StartDeployRequest extends CallOptions {
  /** A zip file; it is streamed and may be larger than memory. */
  archivePath: string
  options: DeployOptions
  /**
   * Asked when all but the last bytes have left, without which the org begins nothing: a rejection ends the upload, and
   * nothing is deployed.
   */
  beforeLastBytes?: (() => Promise<void>) | undefined
  /** Default `rest`, which has no limit on the compressed size; `soap` for orgs without REST. */
  transport?: 'rest' | 'soap'
}

/**
 * Sends an archive for deployment; gives the id to poll with. Never repeated by itself.
 * @throws SalesforceError `network` when the request never left completely (repeating is safe); `lostReply` (and
 *   every error with `outcomeUnknown`) when a deployment may be running: look into `listDeployRequests` first
 */
export async function startDeploy(connection: Connection, request: StartDeployRequest): Promise<string> {
  const id =
    request.transport === 'soap' ? await postSoap(connection, request) : await postRest(connection, request)
  if (id !== null) return id
  throw new SalesforceError('lostReply', 'Salesforce gave no id for the deployment.', {
    outcomeUnknown: true,
  })
}

async function postRest(connection: Connection, request: StartDeployRequest): Promise<string | null> {
  const { contentType, body } = await multipartBody(request)
  const answer = await restCall(connection, {
    method: 'POST',
    path: `/services/data/v${connection.apiVersion}/metadata/deployRequest`,
    headers: { 'content-type': contentType },
    body,
    idempotent: false,
    isNewWork: true,
    limits: transferLimits,
    signal: request.signal,
  })
  return isRecord(answer) ? textOf(answer, 'id') : null
}

async function postSoap(connection: Connection, request: StartDeployRequest): Promise<string | null> {
  const results = await metadataCall(connection, {
    operation: 'deploy',
    content: await soapDeployContent(request),
    idempotent: false,
    isNewWork: true,
    limits: transferLimits,
    signal: request.signal,
  })
  const [result] = results
  return result === undefined ? null : childText(result, 'id')
}

/**
 * Deploys what a check-only deployment has validated, without running its tests again; gives the id of the new deployment. Salesforce
 * takes a validation that succeeded with its tests for ten days, until any other deployment to the org. Never repeated by itself.
 * @throws SalesforceError `fault` with `INVALID_ID_FIELD` for a validation that does not qualify; `lostReply` (and every error with
 *   `outcomeUnknown`) when the deployment may be running
 */
export async function deployRecentValidation(
  connection: Connection,
  validationId: string,
  options: CallOptions = {},
): Promise<string> {
  const body = Buffer.from(JSON.stringify({ validatedDeployRequestId: validationId }))
  const answer = await restCall(connection, {
    method: 'POST',
    path: `/services/data/v${connection.apiVersion}/metadata/deployRequest`,
    headers: { 'content-type': 'application/json' },
    body: { length: body.length, open: () => [body] },
    idempotent: false,
    isNewWork: true,
    signal: options.signal,
  })
  const id = isRecord(answer) ? textOf(answer, 'id') : null
  if (id !== null) return id
  throw new SalesforceError('lostReply', 'Salesforce gave no id for the deployment.', {
    outcomeUnknown: true,
  })
}

export interface CheckDeployOptions extends CallOptions {
  /** Ask for the messages of the components, too. Default true; the polls in between do without. */
  includeDetails?: boolean
}

/** Where a deployment stands. @throws SalesforceError `tooLarge` for messages beyond 256 MiB; see `isTransientWhilePolling` */
export async function checkDeploy(
  connection: Connection,
  id: string,
  options: CheckDeployOptions = {},
): Promise<DeployResult> {
  const details = options.includeDetails ?? true
  const path = `/services/data/v${connection.apiVersion}/metadata/deployRequest/${encodeURIComponent(id)}`
  const result = await restCall(connection, {
    method: 'GET',
    path: `${path}?includeDetails=${details}`,
    // With the coverage of thousands of classes the answer is as large as an archive.
    ...(details && { limits: transferLimits }),
    signal: options.signal,
  })
  // The messages of thousands of components: not in the turn that parsed them.
  await yieldEventLoop()
  return readDeployResult(result)
}

/**
 * Asks the org to cancel a deployment. `done` is true when it was still queued; otherwise poll until `Canceled`.
 * @throws SalesforceError `fault` when it cannot be cancelled any more (Finalizing)
 */
export async function cancelDeploy(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<{ done: boolean; id: string }> {
  const results = await metadataCall(connection, {
    operation: 'cancelDeploy',
    content: element('String', id),
    signal: options.signal,
  })
  const result = onlyResult(results)
  return { done: childFlag(result, 'done'), id: childText(result, 'id') ?? id }
}
