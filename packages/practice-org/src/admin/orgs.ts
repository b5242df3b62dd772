import { existsSync } from 'node:fs'
import { writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from '../http/answers.ts'
import { readBody, readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { idOfName, randomText } from '../ids.ts'
import { displayName, orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { addOrg, fillCompany, orgInfo, orgUsers } from '../seed/company.ts'
import { loadSeed } from '../seed/load-seed.ts'

/** GET /admin/orgs. */
export function listOrgs(practice: Practice): Answer {
  return json(
    200,
    practice.orgList().map((org) => orgView(org)),
  )
}

/** GET /admin/orgs/<org>. */
export function getOrg(practice: Practice, call: Call): Answer {
  return withOrg(practice, call, (org) => json(200, orgView(org)))
}

function orgView(org: Org): Record<string, unknown> {
  const users = org.users.map((user) => ({
    id: user.id,
    username: user.username,
    name: displayName(user),
    email: user.email,
    title: user.title,
    isActive: user.isActive,
  }))
  const types = Object.fromEntries(org.store.types().map((type) => [type, org.store.list(type).length]))
  return { ...org.info, label: orgLabel(org.info), componentCount: org.store.size, types, users }
}

/** POST /admin/orgs: a new org, empty or filled. */
export async function createOrg(practice: Practice, call: Call): Promise<Answer> {
  const given = await readJson(call)
  const name = text(given.name) ?? `Org ${randomText(6)}`
  if (practice.org(name)) return json(409, { error: `There is an org named ${name} already` })
  const info = orgInfo(name, {
    isSandbox: given.isSandbox === true,
    createdDate: new Date().toISOString(),
    checksReferences: given.checksReferences !== false,
    runsTestsOnDeploy: given.runsTestsOnDeploy === true,
    ...(text(given.platformVersion) === undefined
      ? {}
      : { platformVersion: text(given.platformVersion) ?? '68.0' }),
    ...(text(given.organizationType) === undefined
      ? {}
      : { organizationType: text(given.organizationType) ?? '' }),
    ...(typeof given.tracksSource === 'boolean' ? { tracksSource: given.tracksSource } : {}),
    id: idOfName('00D', `${name}/${randomText(8)}`),
  })
  const domain = text(given.domain) ?? `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example`
  const org = await addOrg(practice, info, orgUsers(info, domain))
  const seed = text(given.seed)
  if (given.bundled === true) await fillCompany(org)
  if (seed !== undefined && existsSync(seed)) await loadSeed(org, seed)
  return json(201, orgView(org))
}

/** DELETE /admin/orgs/<org>. */
export async function removeOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  practice.orgs.delete(org.info.id)
  await practice.sessions.revokeAll(org.info.id, true)
  await rm(org.folder, { recursive: true, force: true })
  return { status: 204 }
}

/** PATCH /admin/orgs/<org>: changes facts about the org. */
export async function patchOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const given = await readJson(call)
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
  ] as const) {
    const value = given[name]
    if (typeof value === 'boolean') org.info[name] = value
  }
  await org.saveInfo()
  return json(200, orgView(org))
}

/** PATCH /admin/orgs/<org>/users/<user>: active, password, expired password. */
export async function patchUser(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  const user = org?.userNamed(call.params[1] ?? '')
  if (!org || !user) return json(404, { error: 'no such user' })
  const given = await readJson(call)
  if (typeof given.isActive === 'boolean') user.isActive = given.isActive
  if (typeof given.password === 'string') user.password = given.password
  if (typeof given.passwordExpired === 'boolean') user.passwordExpired = given.passwordExpired
  await org.saveUsers()
  return json(200, {
    id: user.id,
    username: user.username,
    isActive: user.isActive,
    passwordExpired: user.passwordExpired,
  })
}

/** POST /admin/orgs/<org>/seed: adds a folder or zip on this machine, or a zip in the body. */
export async function seedOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  if (!(call.headers['content-type'] ?? '').startsWith('application/zip')) {
    const given = await readJson(call)
    const path = text(given.path)
    if (path === undefined || !existsSync(path))
      return json(400, { error: 'path: a folder or zip file is needed' })
    return json(200, await org.deploys.exclusively(() => loadSeed(org, path)))
  }
  const file = join(practice.settings.dataDir, `seed-${randomText(10)}.zip`)
  try {
    await writeFile(file, await readBody(call, 200 * 1024 * 1024))
    return json(200, await org.deploys.exclusively(() => loadSeed(org, file)))
  } finally {
    await rm(file, { force: true })
  }
}

/** POST /admin/orgs/<org>/reset: empties the org, and fills it with the bundled company unless `empty` is true. */
export async function resetOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const given = await readJson(call)
  await org.deploys.exclusively(async () => {
    await org.store.clear()
    await org.records.clear()
    await org.retrieves.clear()
    await org.deploys.clear()
    if (given.empty !== true) await fillCompany(org)
  })
  return json(200, orgView(org))
}

/** Runs a handler with the org that the address names. */
export function withOrg<T extends Answer | Promise<Answer>>(
  practice: Practice,
  call: Call,
  body: (org: Org) => T,
): T | Answer {
  const org = practice.org(call.params[0] ?? '')
  return org ? body(org) : unknownOrg(call)
}

export function unknownOrg(call: Call): Answer {
  return json(404, { error: `There is no org ${call.params[0] ?? ''}` })
}

/** A text that is there and not empty. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
