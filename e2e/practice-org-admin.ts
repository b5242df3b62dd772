import { randomBytes } from 'node:crypto'

export interface OrgComponent {
  readonly type: string
  readonly fullName: string
}

export interface JournalEntry {
  readonly kind: string
  readonly checkOnly?: boolean
  readonly status?: string
  readonly components: readonly (OrgComponent & { change: string })[]
}

/** The practice org's admin calls that tests use to look behind the product's back, for one of its orgs. */
export function practiceOrgAdmin(origin: string, orgId?: string) {
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }
    const answer = await fetch(`${origin}/admin${path}`, body === undefined ? {} : init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const org = async () => {
    const [first] = orgId === undefined ? await call<{ id: string }[]>('/orgs') : [{ id: orgId }]
    if (!first) throw new Error('The practice org holds no organisation')
    return `/orgs/${first.id}`
  }
  return {
    orgName: async () => (await call<{ name: string }>(await org())).name,
    components: async () => call<OrgComponent[]>(`${await org()}/components`),
    /** The texts of a component by path below the package folder, or null when the org has no such component. */
    async files(type: string, fullName: string): Promise<Record<string, string> | null> {
      const query = new URLSearchParams({ type, name: fullName })
      const answer = await fetch(`${origin}/admin${await org()}/components?${query}`)
      if (!answer.ok) return null
      const { files }: { files: Record<string, string> } = await answer.json()
      return files
    },
    edit: async (edit: object) => call<unknown>(`${await org()}/components`, edit),
    journal: () => call<JournalEntry[]>('/journal'),
  }
}

/** An org that one test has for itself. */
export interface OwnOrg {
  readonly id: string
  readonly name: string
  /** Makes a public group: who is in it gets into a new Developer sandbox. */
  createGroup(name: string): Promise<void>
  /** Makes a sandbox as an administrator does, without Sluice. */
  createSandbox(name: string): Promise<void>
  /** Approves a device code as the first user of the org. */
  approve(userCode: string): Promise<void>
  remove(): Promise<void>
}

/** Makes an org: filled like the bundled company, or with one Apex class. */
export async function createOrg(origin: string, { isBundled = false } = {}): Promise<OwnOrg> {
  const name = `Org ${randomBytes(5).toString('hex')}`
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/admin${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const { id }: { id: string } = await (await send('POST', '/orgs', { name, bundled: isBundled })).json()
  if (!isBundled) await send('POST', `/orgs/${id}/components`, apexClass)
  const insert = async (path: string, fields: object) => {
    const session: { accessToken: string; instanceUrl: string } = await (
      await send('POST', '/sessions', { org: id })
    ).json()
    const answer = await fetch(`${session.instanceUrl}/services/data/v62.0/${path}`, {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.accessToken}` },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  return {
    id,
    name,
    createGroup: (group) => insert('sobjects/Group', { Name: group, DeveloperName: group, Type: 'Regular' }),
    createSandbox: async (sandbox) => {
      await insert('tooling/sobjects/SandboxInfo', { SandboxName: sandbox, LicenseType: 'Developer' })
      for (let polls = 0; polls < 600; polls += 1) {
        if ((await sandboxOf(origin, id, sandbox)) !== null) return
        await new Promise((done) => {
          setTimeout(done, 100)
        })
      }
      throw new Error(`The sandbox ${sandbox} was not made within a minute.`)
    },
    approve: async (userCode) => void (await send('POST', '/approve-device', { userCode, org: id })),
    remove: async () => void (await send('DELETE', `/orgs/${id}`)),
  }
}

const apexClass = {
  type: 'ApexClass',
  fullName: 'Alpha',
  files: {
    'classes/Alpha.cls': 'public class Alpha {\n}\n',
    'classes/Alpha.cls-meta.xml': `<?xml version="1.0" encoding="UTF-8"?>
<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">
    <apiVersion>62.0</apiVersion>
    <status>Active</status>
</ApexClass>
`,
  },
}

export type PracticeOrgAdmin = ReturnType<typeof practiceOrgAdmin>

/** The whole content of the org, to prove that nothing else changed. */
export async function orgContents(admin: PracticeOrgAdmin): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const { type, fullName } of await admin.components())
    contents.set(`${type} ${fullName}`, JSON.stringify(await admin.files(type, fullName)))
  return contents
}

/** The org of a sandbox of an org; null where there is none, or it is not finished. */
export async function sandboxOf(origin: string, orgId: string, sandbox: string): Promise<string | null> {
  const orgs: { id: string; parentOrgId?: string; sandboxName?: string }[] = await (
    await fetch(`${origin}/admin/orgs`)
  ).json()
  const isIt = (one: (typeof orgs)[number]) =>
    one.parentOrgId === orgId && one.sandboxName?.toLowerCase() === sandbox.toLowerCase()
  return orgs.find(isIt)?.id ?? null
}
