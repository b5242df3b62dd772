import { useState } from 'react'

/**
 * What the slug of the address means now. A page that stays open follows its entity through a change of the slug;
 * another address is another question.
 */
export function useFollowedEntity<T extends Sluggish>(rows: readonly T[], slug: string): Followed<T> {
  const [last, setLast] = useState<Sluggish | null>(null)
  const followed = followEntity(rows, slug, last?.slug === slug ? last.id : null)
  if (followed.kind === 'found' && (last?.id !== followed.entity.id || last.slug !== slug))
    setLast({ id: followed.entity.id, slug })
  return followed
}

interface Sluggish {
  id: string
  slug: string
}

type Followed<T> =
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
