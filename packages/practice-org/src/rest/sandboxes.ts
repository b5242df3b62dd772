import { json, restError } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer } from '../http/request.ts'
import { findSObject } from '../query/catalogue.ts'
import type { SObjectRecord } from '../records.ts'
import { createSandboxInfo, refreshSandboxInfo } from '../sandboxes/sandbox-info.ts'
import { SandboxRefusal } from '../sandboxes/sandbox-settings.ts'
import { activate, discard, removeSandbox } from '../sandboxes/sandbox-process.ts'
import { givenFields } from './given-fields.ts'
import type { RestCall } from './rest-door.ts'
import { wording } from '../wording.ts'

const notFound = (): Answer => restError(404, 'NOT_FOUND', wording.call.notFound)

/**
 * POST tooling/sobjects/SandboxInfo: a new sandbox, from production or (SourceId) from another
 * sandbox. 201 with the id 0GQ…; its SandboxProcess is there at once. Sandboxes themselves
 * have none of these objects and answer 404.
 */
export async function createSandbox(rest: RestCall): Promise<Answer> {
  const { practice, org, session } = rest
  if (org.info.isSandbox) return notFound()
  const given = await givenOf(rest, 'SandboxInfo')
  if ('status' in given) return given
  const fields = given.values
  return refusable(async () => {
    const info = await createSandboxInfo(practice, org, { userId: session.userId, fields })
    return json(201, { id: info.Id, success: true, errors: [], warnings: [], infos: [] })
  })
}

/**
 * PATCH tooling/sobjects/SandboxInfo/id: a refresh with these settings; 204. The sandbox gets
 * a new org id when the copy is activated.
 */
export async function refreshSandbox(rest: RestCall): Promise<Answer> {
  const { practice, org, session } = rest
  const info = find(rest, 'SandboxInfo')
  if (!info) return notFound()
  const given = await givenOf(rest, 'SandboxInfo')
  if ('status' in given) return given
  const fields = given.values
  return refusable(async () => {
    await refreshSandboxInfo(practice, org, { userId: session.userId, fields, info })
    return { status: 204 }
  })
}

/** Turns a refusal into 400 with its code. */
async function refusable(body: () => Promise<Answer>): Promise<Answer> {
  try {
    return await body()
  } catch (error) {
    if (error instanceof SandboxRefusal) return restError(400, error.code, error.message)
    throw error
  }
}

/** DELETE tooling/sobjects/SandboxInfo/id: 204; the org and its sessions are gone at once. */
export async function deleteSandbox(rest: RestCall): Promise<Answer> {
  const info = find(rest, 'SandboxInfo')
  if (!info) return notFound()
  await removeSandbox(rest.practice, rest.org, info)
  return { status: 204 }
}

/**
 * PATCH tooling/sobjects/SandboxProcess/id: RefreshAction (ACTIVATE or DISCARD) is all that
 * can be written, and only while the copy waits as Pending Activation.
 */
export async function decideRefresh(rest: RestCall): Promise<Answer> {
  const process = find(rest, 'SandboxProcess')
  if (!process) return notFound()
  const given = await givenOf(rest, 'SandboxProcess')
  if ('status' in given) return given
  const { RefreshAction } = given.values
  if (process.Status !== 'Pending Activation')
    return restError(400, 'INVALID_STATUS', wording.sandbox.notWaiting)
  if (RefreshAction === 'ACTIVATE')
    rest.practice.runInBackground('activation', activate(rest.practice, rest.org, process))
  else if (RefreshAction === 'DISCARD') await discard(rest.practice, rest.org, process)
  else return restError(400, 'INVALID_FIELD', wording.sandbox.action)
  return { status: 204 }
}

/**
 * POST tooling/sandboxAuth: an authorization code that opens a finished sandbox for the same
 * person, so that nobody needs a password. 400 INVALID_STATUS until its process is Completed;
 * clients retry on exactly that code (seen in their source).
 */
export async function sandboxAuth(rest: RestCall): Promise<Answer> {
  const { practice, org, session, call } = rest
  const { sandboxName, callbackUrl, clientId } = await readJson(call)
  const sandbox = practice
    .orgList()
    .find((entry) => entry.info.sandboxName === sandboxName && entry.info.parentOrgId === org.info.id)
  const processes = org.records.all('SandboxProcess').filter((row) => row.SandboxName === sandboxName)
  const user = sandbox?.user(session.userId)
  if (!sandbox || !user || processes.at(-1)?.Status !== 'Completed')
    return restError(400, 'INVALID_STATUS', wording.sandbox.notReady)
  const authCode = practice.authorizationCodes.start({
    orgId: sandbox.info.id,
    userId: user.id,
    clientId: typeof clientId === 'string' ? clientId : '',
    redirectUri: typeof callbackUrl === 'string' ? callbackUrl : '',
    scope: 'refresh_token web api',
    codeChallenge: null,
  })
  return json(200, { authUserName: user.username, authCode, instanceUrl: call.origin, loginUrl: call.origin })
}

/** The fields of a body by their own names, or the answer that refuses them. */
async function givenOf({ org, call }: RestCall, object: string): Promise<ReturnType<typeof givenFields>> {
  const type = findSObject(org, object, 'tooling')
  return type ? givenFields(type, await readJson(call)) : notFound()
}

function find({ org, call }: RestCall, object: 'SandboxInfo' | 'SandboxProcess'): SObjectRecord | undefined {
  return org.info.isSandbox ? undefined : org.records.find(object, call.params[0] ?? '')
}
