import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describeFacts, FactError, readFacts } from '../facts/org-facts.ts'
import type { OrgFacts } from '../facts/org-facts.ts'
import { numberFlows } from '../flows/number-flows.ts'
import { json } from '../http/answers.ts'
import { isRecord, readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { idOfName, randomText } from '../ids.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { addOrg, fillCompany, orgInfo, orgUsers } from '../seed/company.ts'
import { loadSeed } from '../seed/load-seed.ts'
import { givenText, orgView, unknownOrg, withOrg } from './org-lookup.ts'

/** GET /admin/orgs: production before its sandboxes. */
export function listOrgs(practice: Practice): Answer {
  return json(
    200,
    practice.orgList().map((org) => orgView(org)),
  )
}

/** GET /admin/orgs/<org>: one org, with its people and component counts. */
export function getOrg(practice: Practice, call: Call): Answer {
  return withOrg(practice, call, (org) => json(200, orgView(org)))
}

/** GET /admin/facts: every fact that an org can have, with its usual value and what it does. */
export function listFacts(): Answer {
  return json(200, describeFacts())
}

/**
 * POST /admin/orgs: a new org, empty, filled with the bundled company (`bundled`) or from a
 * path (`seed`). 409 when the name is taken. Unlike the first org it runs tests in deployments
 * only when `runsTestsOnDeploy` is true.
 */
export async function createOrg(practice: Practice, call: Call): Promise<Answer> {
  const given = await readJson(call)
  const name = givenText(given.name) ?? `Org ${randomText(6)}`
  if (practice.org(name)) return json(409, { error: `There is an org named ${name} already` })
  const facts = givenFacts(given)
  if ('error' in facts) return json(400, facts)
  const sandboxName = givenText(given.sandboxName)
  const info = orgInfo(name, {
    isSandbox: given.isSandbox === true,
    createdDate: new Date().toISOString(),
    checksReferences: given.checksReferences !== false,
    runsTestsOnDeploy: given.runsTestsOnDeploy === true,
    ...(givenText(given.platformVersion) === undefined
      ? {}
      : { platformVersion: givenText(given.platformVersion) ?? '68.0' }),
    ...(givenText(given.organizationType) === undefined
      ? {}
      : { organizationType: givenText(given.organizationType) ?? '' }),
    ...(sandboxName === undefined ? {} : { sandboxName }),
    ...(typeof given.tracksSource === 'boolean' ? { tracksSource: given.tracksSource } : {}),
    ...facts,
    id: idOfName('00D', `${name}/${randomText(8)}`),
  })
  const domain = givenText(given.domain) ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example`
  const isBundled = given.bundled === true
  const seed = givenText(given.seed)
  const fill = async (made: Org): Promise<void> => {
    if (isBundled) await fillCompany(made, true)
    if (seed !== undefined && existsSync(seed)) await loadSeed(made, seed, { isUnseen: !isBundled })
  }
  const org = await addOrg(practice, info, { users: orgUsers(info, domain), fill })
  return json(201, orgView(org))
}

/** DELETE /admin/orgs/<org>: 204; its sessions end. Its sandboxes stay. */
export async function removeOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  practice.orgs.delete(org.info.id)
  await practice.sessions.revokeAll(org.info.id, true)
  await rm(org.folder, { recursive: true, force: true })
  return { status: 204 }
}

/**
 * PATCH /admin/orgs/<org>: changes facts about the org, from the next call on; those that
 * `facts` does not mention stay. Unknown fields are ignored, unknown facts answered with 400.
 */
export async function patchOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const given = await readJson(call)
  const changed = givenFacts(given)
  if ('error' in changed) return json(400, changed)
  if (changed.facts) org.info.facts = { ...org.info.facts, ...changed.facts }
  for (const name of ['platformVersion', 'instanceName', 'organizationType', 'name'] as const) {
    const value = given[name]
    if (typeof value === 'string') org.info[name] = value
  }
  for (const name of [
    'isSandbox',
    'tracksSource',
    'soapLogin',
    'checksReferences',
    'runsTestsOnDeploy',
    'requiresSandboxGroup',
  ] as const) {
    const value = given[name]
    if (typeof value === 'boolean') org.info[name] = value
  }
  await org.saveInfo()
  if (org.holds('keepsFlowVersions')) await org.deploys.exclusively(() => numberFlows(org))
  return json(200, orgView(org))
}

/** The facts of a body, or why they cannot be read. */
function givenFacts(given: Record<string, unknown>): { facts?: OrgFacts } | { error: string } {
  if (!isRecord(given.facts)) return {}
  try {
    return { facts: readFacts(given.facts) }
  } catch (error) {
    if (error instanceof FactError) return { error: error.message }
    throw error
  }
}
