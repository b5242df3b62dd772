import { crc32 } from 'node:zlib'
import type { OrgState } from '../org-state.ts'

/**
 * Who made and last changed components: user names and ISO dates by `Type/FullName`; `*` may
 * end a key, exact keys come first.
 */
export interface Authors {
  components: Record<string, { by: string; on: string; createdBy?: string; createdOn?: string }>
  /** Namespaces of managed packages: what carries one was installed, not made here. */
  packages?: string[]
}

/**
 * Author and dates of one component. Without a word about it the org's people share the work,
 * always the same way: a seed gives the same org on every machine.
 */
export function authorOf(
  org: OrgState,
  key: string,
  authors: Authors | undefined,
): { userId: string; date: string; createdById: string; createdDate: string } {
  const stated = authors && find(authors, key)
  const digest = [crc32(key), crc32(`author ${key}`), crc32(`date ${key}`)]
  const people = org.users.filter((user) => user.isActive)
  const chance = (index: number): number => ((digest[index >> 1] ?? 0) >>> ((index & 1) * 16)) & 0xffff
  const someone = people[chance(0) % Math.max(1, people.length)]?.id ?? ''
  const maker = people[chance(1) % Math.max(1, people.length)]?.id ?? ''
  const created =
    Date.parse('2025-01-13T08:00:00.000Z') + (chance(2) % 400) * 86_400_000 + (chance(3) % 36_000) * 1000
  const changed = created + (chance(4) % 240) * 86_400_000
  return {
    userId: (stated && org.userNamed(stated.by)?.id) ?? someone,
    date: stated?.on ?? new Date(changed).toISOString(),
    createdById: (stated?.createdBy !== undefined && org.userNamed(stated.createdBy)?.id) || maker,
    createdDate:
      stated?.createdOn ?? new Date(Math.min(created, Date.parse(stated?.on ?? '9999-01-01'))).toISOString(),
  }
}

/** The managed package that brought a component: its own name, without its parents', begins with the namespace. */
export function packageOf(authors: Authors | undefined, fullName: string): string | undefined {
  const own = fullName.slice(Math.max(fullName.lastIndexOf('.'), fullName.lastIndexOf('-')) + 1)
  return authors?.packages?.find((namespace) => own.startsWith(`${namespace}__`))
}

function find(authors: Authors, key: string): Authors['components'][string] | undefined {
  const exact = authors.components[key]
  if (exact) return exact
  for (const [pattern, author] of Object.entries(authors.components)) {
    if (pattern.endsWith('*') && key.startsWith(pattern.slice(0, -1))) return author
  }
  return undefined
}
