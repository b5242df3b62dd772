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

/** The practice org's admin calls that tests use to look behind the product's back. */
export function practiceOrgAdmin(origin: string) {
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
    const [first] = await call<{ name: string; id: string }[]>('/orgs')
    if (!first) throw new Error('The practice org holds no organisation')
    return `/orgs/${first.id}`
  }
  return {
    orgName: async () => (await call<{ name: string }[]>('/orgs'))[0]?.name ?? '',
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

export type PracticeOrgAdmin = ReturnType<typeof practiceOrgAdmin>

/** The whole content of the org, to prove that nothing else changed. */
export async function orgContents(admin: PracticeOrgAdmin): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const { type, fullName } of await admin.components())
    contents.set(`${type} ${fullName}`, JSON.stringify(await admin.files(type, fullName)))
  return contents
}
