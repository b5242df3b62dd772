/** Name, address and time of an author or committer. */
export interface Identity {
  readonly name: string
  readonly email: string
  readonly date: Date
}

/** Who changed a component last, as Salesforce records it. */
export interface Modifier {
  readonly userId: string
  readonly name: string
  readonly date: Date
}

export interface Attributed {
  readonly path: string
  readonly modifier: Modifier | null
}

export interface AuthorGroup<C extends Attributed> {
  readonly author: Identity
  readonly userId: string | null
  readonly changes: readonly C[]
}

/**
 * One group per Salesforce user, the user who changed something last comes last, and what has no known author
 * comes at the end: the commits are in the order in which people worked.
 */
export function groupByAuthor<C extends Attributed>(
  changes: readonly C[],
  known: {
    emails: ReadonlyMap<string, string>
    unknownAuthor: { name: string; email: string }
    unknownDate: Date
  },
): AuthorGroup<C>[] {
  const byUser = new Map<string | null, C[]>()
  for (const change of changes) {
    const userId = change.modifier?.userId ?? null
    const members = byUser.get(userId) ?? []
    members.push(change)
    byUser.set(userId, members)
  }
  const groups = [...byUser].map(([userId, members]) => ({
    userId,
    changes: members.toSorted((a, b) => compareText(a.path, b.path)),
    author: authorOf(members, known),
  }))
  return groups.toSorted(
    (a, b) =>
      Number(a.userId === null) - Number(b.userId === null) ||
      a.author.date.getTime() - b.author.date.getTime() ||
      compareText(a.userId ?? '', b.userId ?? ''),
  )
}

function authorOf(
  members: readonly Attributed[],
  known: {
    emails: ReadonlyMap<string, string>
    unknownAuthor: { name: string; email: string }
    unknownDate: Date
  },
): Identity {
  const newest = newestModifier(members.map((member) => member.modifier))
  if (newest === null) return { ...known.unknownAuthor, date: known.unknownDate }
  const email =
    known.emails.get(newest.userId) ??
    `${newest.userId.toLowerCase()}@${known.unknownAuthor.email.split('@')[1] ?? 'invalid'}`
  return { name: newest.name, email: withoutSandboxSuffix(email), date: newest.date }
}

export function newestModifier(modifiers: readonly (Modifier | null)[]): Modifier | null {
  return modifiers.reduce<Modifier | null>(
    (newest, modifier) =>
      modifier !== null && (newest === null || modifier.date > newest.date) ? modifier : newest,
    null,
  )
}

/** Salesforce appends `.invalid` to the address of every user of a sandbox, so that no mail leaves it. */
export function withoutSandboxSuffix(email: string): string {
  return email.replace(/\.invalid$/i, '')
}

/** By code unit, which no locale changes: the commits of a repeated step must be the same. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
