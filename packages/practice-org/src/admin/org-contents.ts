import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from '../http/answers.ts'
import { readBody, readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { randomText } from '../ids.ts'
import type { Practice } from '../practice.ts'
import { loadSeed } from '../seed/load-seed.ts'
import { uncommonSeed } from '../seed/company.ts'
import { refillOrg } from '../seed/refill.ts'
import { givenText, orgView, unknownOrg } from './org-lookup.ts'

/**
 * POST /admin/orgs/<org>/seed: adds a folder or zip on this machine (`path`), a zip of at
 * most 200 MB in the body, or what real orgs have and the bundled company lacks (`bundled:
 * "uncommon"`). Answers the seed report; deployments wait meanwhile.
 */
export async function seedOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  if (!(call.headers['content-type'] ?? '').startsWith('application/zip')) {
    const given = await readJson(call)
    const path = given.bundled === 'uncommon' ? uncommonSeed : givenText(given.path)
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

/**
 * POST /admin/orgs/<org>/reset: empties the org with its sandboxes, and fills it with the bundled company unless `empty`
 * is true.
 */
export async function resetOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const stays = (await readJson(call)).empty === true ? 'empty' : 'company'
  await org.deploys.exclusively(() => refillOrg(practice, org, stays))
  return json(200, orgView(org))
}
