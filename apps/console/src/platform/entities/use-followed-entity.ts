import { useState } from 'react'
import { type Followed, followEntity, type Sluggish } from './follow-entity.ts'

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
