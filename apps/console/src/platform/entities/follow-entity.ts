export interface Sluggish {
  id: string
  slug: string
}

export type Followed<T> =
  | { kind: 'found'; entity: T }
  /** The same entity under a new slug. */
  | { kind: 'moved'; entity: T }
  /** It was here and is no more. */
  | { kind: 'vanished' }
  /** There never was one at this address. */
  | { kind: 'unknown' }

/**
 * What an address with a slug means now. `lastId` is the entity that the same page showed before: when its slug
 * changes the page goes along, when it disappears the page leaves for the list.
 */
export function followEntity<T extends Sluggish>(
  rows: readonly T[],
  slug: string,
  lastId: string | null,
): Followed<T> {
  const named = rows.find((row) => row.slug === slug)
  if (named) return { kind: 'found', entity: named }
  const last = rows.find((row) => row.id === lastId)
  if (last) return { kind: 'moved', entity: last }
  return lastId === null ? { kind: 'unknown' } : { kind: 'vanished' }
}
