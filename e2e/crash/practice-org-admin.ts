/** The practice org's door for tests: what it holds, what was done to it, and faults by name. */
export interface JournalEntry {
  readonly id: string
  readonly kind: 'deployAccepted' | 'deploy' | 'edit' | 'seed'
  readonly checkOnly: boolean
  readonly status?: string
  readonly components: readonly {
    readonly type: string
    readonly fullName: string
    readonly change: string
  }[]
}

export interface PracticeOrgAdmin {
  /** Saves an Apex class as the user whose name begins so. */
  saveClass(user: string, name: string, source: string): Promise<void>
  classText(name: string): Promise<string | null>
  /** Deployments that the org accepted, and those it carried out; oldest first. */
  deployments(): Promise<{ accepted: JournalEntry[]; done: JournalEntry[] }>
  /** Deployments or retrieves stay under way until the returned function is called. */
  hold(operation: 'deploy' | 'retrieve'): Promise<() => Promise<void>>
}

const metaXml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n' +
  '    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n'

export const classSource = (name: string, body: string): string =>
  `public with sharing class ${name} {\n    public String say() {\n        return '${body}';\n    }\n}\n`

/** Production takes Apex only with tests that reach it. */
export const testSource = (name: string): string =>
  `@isTest\nprivate class ${name}Test {\n    @isTest\n    static void speaks() {\n        System.assertNotEquals(null, new ${name}().say());\n    }\n}\n`

export async function practiceOrgAdmin(origin: string): Promise<PracticeOrgAdmin> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T | null> => {
    const answer = await fetch(`${origin}/admin${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (answer.status === 404) return null
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    const value: T | null = text === '' ? null : JSON.parse(text)
    return value
  }
  const orgs = await call<{ id: string; users: { username: string }[] }[]>('GET', '/orgs')
  const org = orgs?.[0]
  if (org === undefined) throw new Error('The practice org holds no org.')
  const components = `/orgs/${org.id}/components`
  return {
    async saveClass(user, name, source) {
      const username = org.users.find((candidate) => candidate.username.startsWith(user))?.username
      const path = `classes/${name}.cls`
      const files = { [path]: source, [`${path}-meta.xml`]: metaXml }
      await call('POST', components, { user: username, type: 'ApexClass', fullName: name, files })
    },
    async classText(name) {
      const found = await call<{ files: Record<string, string> }>(
        'GET',
        `${components}?type=ApexClass&name=${name}`,
      )
      const entries = Object.entries(found?.files ?? {})
      return entries.find(([path]) => path.endsWith(`${name}.cls`))?.[1] ?? null
    },
    async deployments() {
      const entries = (await call<JournalEntry[]>('GET', `/journal?org=${org.id}`)) ?? []
      return {
        accepted: entries.filter((entry) => entry.kind === 'deployAccepted'),
        done: entries.filter((entry) => entry.kind === 'deploy'),
      }
    },
    async hold(operation) {
      const fault = await call<{ id: string }>('POST', '/faults', { kind: 'hold', operation, org: org.id })
      return async () => void (await call('DELETE', `/faults/${fault?.id}`))
    },
  }
}
