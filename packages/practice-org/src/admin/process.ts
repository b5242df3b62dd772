import { json } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { approve } from '../setup-ui/connect.ts'

/** GET /admin/process: how long this process kept others waiting since the last such call, and its memory. */
export function readProcess(practice: Practice): Answer {
  return json(200, practice.loopWatch.look())
}

/** GET /admin/journal[?org=&kind=&id=]: every accepted effect, oldest first. */
export async function readJournal(practice: Practice, call: Call): Promise<Answer> {
  const org = call.query.get('org')
  const wantedOrg = org === null ? undefined : practice.org(org)?.info.id
  const kind = call.query.get('kind')
  const id = call.query.get('id')
  const entries = await practice.journal.read()
  return json(
    200,
    entries.filter(
      (entry) =>
        (org === null || entry.orgId === wantedOrg) &&
        (kind === null || entry.kind === kind) &&
        (id === null || entry.id === id),
    ),
  )
}

/** DELETE /admin/journal: 204; entries of all orgs are gone. */
export async function clearJournal(practice: Practice): Promise<Answer> {
  await practice.journal.clear()
  return { status: 204 }
}

/**
 * POST /admin/approve-device `{userCode, org?, user?, deny?}`: approves a user code without a
 * browser, or refuses it. 404 for an unknown code, org or user.
 */
export async function approveDevice(practice: Practice, call: Call): Promise<Answer> {
  const given = await readJson(call)
  const code = practice.deviceCodes.findByUserCode(typeof given.userCode === 'string' ? given.userCode : '')
  const org = typeof given.org === 'string' ? practice.org(given.org) : practice.orgList()[0]
  const user = typeof given.user === 'string' ? org?.userNamed(given.user) : org?.users[0]
  if (!code || !org || !user) return json(404, { error: 'no such code, org or user' })
  if (given.deny === true) code.decision = 'denied'
  else approve(code, org, user.id)
  return json(200, { orgId: org.info.id, userId: user.id, username: user.username })
}

/**
 * POST /admin/sessions `{org?, user?}`: access and refresh token without any sign-in, for
 * scripts and tests; 201.
 */
export async function openSession(practice: Practice, call: Call): Promise<Answer> {
  const given = await readJson(call)
  const org = typeof given.org === 'string' ? practice.org(given.org) : practice.orgList()[0]
  const user = typeof given.user === 'string' ? org?.userNamed(given.user) : org?.users[0]
  if (!org || !user) return json(404, { error: 'no such org or user' })
  const session = await practice.sessions.start({
    orgId: org.info.id,
    userId: user.id,
    clientId: 'admin',
    scope: 'refresh_token web api',
  })
  const grant = await practice.sessions.grant(session)
  return json(201, {
    accessToken: session.accessToken,
    refreshToken: grant.refreshToken,
    instanceUrl: call.origin,
    orgId: org.info.id,
    userId: user.id,
    username: user.username,
  })
}

/** DELETE /admin/sessions[?org=&refreshTokens=true]: ends sessions, so that the next call has to refresh. */
export async function endSessions(practice: Practice, call: Call): Promise<Answer> {
  const org = call.query.get('org')
  const orgId = org === null ? undefined : practice.org(org)?.info.id
  const ended = await practice.sessions.revokeAll(orgId, call.query.get('refreshTokens') === 'true')
  return json(200, { ended })
}

/**
 * PATCH /admin/settings: time scale, refresh token rotation, poll interval, whether the device flow is
 * refused to apps that no org has registered, the API requests of other programs; `expireDeviceCodes`
 * ends codes under way, `expireValidations` makes validations too old for a quick deployment.
 */
export async function patchSettings(practice: Practice, call: Call): Promise<Answer> {
  const given = await readJson(call)
  if (typeof given.timeScale === 'number') practice.settings.timeScale = given.timeScale
  if (typeof given.rotatesRefreshTokens === 'boolean')
    practice.rotatesRefreshTokens = given.rotatesRefreshTokens
  if (typeof given.requestsOfOthers === 'number') practice.requestsOfOthers = given.requestsOfOthers
  if (typeof given.blocksDeviceFlow === 'boolean') practice.blocksDeviceFlow = given.blocksDeviceFlow
  if (typeof given.pollIntervalSeconds === 'number') practice.pollIntervalSeconds = given.pollIntervalSeconds
  if (given.expireDeviceCodes === true) practice.deviceCodes.expireAll()
  if (given.expireValidations === true)
    for (const org of practice.orgList()) await org.deploys.expireValidations()
  const { timeScale } = practice.settings
  return json(200, {
    timeScale,
    rotatesRefreshTokens: practice.rotatesRefreshTokens,
    blocksDeviceFlow: practice.blocksDeviceFlow,
    requestsOfOthers: practice.requestsOfOthers,
    pollIntervalSeconds: practice.pollIntervalSeconds,
  })
}
