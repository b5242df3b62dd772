import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { writeJson } from '../json-file.ts'
import { Org } from '../org.ts'
import type { OrgInfo, OrgUser } from '../org-state.ts'
import type { Practice } from '../practice.ts'
import type { SandboxLicence } from './licences.ts'

/** What a copy becomes. `made`: its id and when it was made, for sandboxes that a seed tells of. */
interface CopyTarget {
  production: Org
  sandboxName: string
  licence: SandboxLicence
  made?: { id: string; date: string }
}

/**
 * Makes a sandbox out of another org: its components and people, no deployments, no sandboxes.
 * It always gets a new org id, also in a refresh (documented). The caller holds the queue of the
 * source, so that no deployment changes its files while they are copied.
 */
export async function copyOrg(practice: Practice, source: Org, target: CopyTarget): Promise<Org> {
  const { production, sandboxName, licence, made } = target
  const info: OrgInfo = {
    ...production.info,
    id: made?.id ?? newId('00D'),
    instanceName: 'CS214',
    isSandbox: true,
    parentOrgId: production.info.id,
    sandboxName,
    createdDate: made?.date ?? new Date().toISOString(),
    tracksSource: licence.tracksSource,
    checksReferences: source.info.checksReferences,
  }
  const users = production.users.map((user) => sandboxUser(user, sandboxName))
  const folder = practice.folderOf(info.id)
  await mkdir(folder, { recursive: true })
  await cp(join(source.folder, 'metadata'), join(folder, 'metadata'), { recursive: true })
  for (const name of ['components.jsonl', 'seed.zip'])
    if (existsSync(join(source.folder, name))) await copyFile(join(source.folder, name), join(folder, name))
  await writeJson(join(folder, 'users.json'), users)
  await writeJson(join(folder, 'org.json'), info)
  const org = await Org.open(practice, folder)
  for (const group of production.records.all('Group')) org.records.add('Group', group)
  await org.records.save('Group')
  practice.orgs.set(info.id, org)
  return org
}

/**
 * A person in a sandbox: the same id and name, the sandbox's name behind the user name, an
 * address that reaches nobody (documented rules for sandbox users).
 */
function sandboxUser(user: OrgUser, sandboxName: string): OrgUser {
  return {
    ...user,
    username: `${user.username}.${sandboxName.toLowerCase()}`,
    email: user.email.endsWith('.invalid') ? user.email : `${user.email}.invalid`,
  }
}
