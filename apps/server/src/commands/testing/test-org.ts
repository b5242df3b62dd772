import { randomBytes } from 'node:crypto'

export interface JournalEntry {
  readonly id: string
  readonly kind: 'deployAccepted' | 'deploy' | 'edit'
  readonly checkOnly: boolean
  readonly status?: string
  readonly components: readonly {
    readonly type: string
    readonly fullName: string
    readonly change: string
  }[]
}

/** An org of a test, used as people use one: in its setup, not through our own client. */
export interface TestOrg {
  readonly id: string
  readonly users: readonly {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly username: string
  }[]
  session(): Promise<{ accessToken: string; refreshToken: string; instanceUrl: string; username: string }>
  edit(change: OrgEdit): Promise<void>
  text(type: string, fullName: string): Promise<Record<string, string> | null>
  /** Every deployment that the org accepted, validations too. */
  deployments(): Promise<JournalEntry[]>
  /** What finished deployments changed. */
  changes(): Promise<string[]>
  admin<T>(method: string, path: string, body?: unknown): Promise<T>
}

export type OrgEdit = {
  user?: number
  type: string
  fullName: string
  /** When the change was made; now when it is missing. */
  date?: string
  /** The recorded author and date stay as they are. */
  keepsDate?: boolean
} & ({ files: Record<string, string> } | { text: string } | { delete: true })

export interface OrgKind {
  readonly isSandbox?: boolean
  /** The suffix of the user names in the org. */
  readonly sandboxName?: string
  readonly tracksSource?: boolean
  /** The edition, which says how many sandboxes the org may have. */
  readonly organizationType?: string
  /** The company that comes with the practice org. */
  readonly bundled?: boolean
  /** A folder of metadata to fill the org from. */
  readonly seed?: string
  /** Facts that differ from the usual ones, by their names in `GET /admin/facts`. */
  readonly facts?: Readonly<Record<string, boolean | readonly string[]>>
}

export async function openTestOrg(origin: string, orgKind: OrgKind): Promise<TestOrg> {
  const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/admin/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    const answer: T = JSON.parse(text === '' ? 'null' : text)
    return answer
  }
  const name = `Org ${randomBytes(5).toString('hex')}`
  const { id, users } = await admin<Pick<TestOrg, 'id' | 'users'>>('POST', 'orgs', {
    name,
    isSandbox: false,
    tracksSource: false,
    checksReferences: true,
    ...orgKind,
  })
  const journal = (kind: JournalEntry['kind']) =>
    admin<JournalEntry[]>('GET', `journal?org=${id}&kind=${kind}`)
  return {
    id,
    users,
    admin,
    session: () => admin('POST', 'sessions', { org: id }),
    edit: async ({ user = 0, ...change }) => {
      await admin('POST', `orgs/${id}/components`, { user: users[user]?.id, ...change })
    },
    text: async (type, fullName) => {
      const query = `type=${type}&name=${encodeURIComponent(fullName)}`
      const path = `orgs/${id}/components?${query}`
      const found = await admin<{ files?: Record<string, string> }>('GET', path).catch(() => null)
      return found?.files ?? null
    },
    deployments: () => journal('deployAccepted'),
    changes: async () => {
      const entries = await journal('deploy')
      return entries
        .flatMap((entry) => entry.components)
        .map((one) => `${one.change} ${one.type} ${one.fullName}`)
        .toSorted()
    },
  }
}
