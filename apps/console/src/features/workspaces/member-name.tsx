import type { Member } from '@sluice/contract/member'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'

/** Who did something, by user id. Someone who has left the workspace is unknown here. */
export function MemberName({ userId }: { userId: string | null }) {
  const find = useCallback(
    (rows: ReadonlyMap<string, Member>) => {
      for (const member of rows.values())
        if (member.userId === userId) return `${member.userFirstName} ${member.userLastName}`
      return null
    },
    [userId],
  )
  const name = useDerived(entities.members, find)
  return <span>{name ?? 'Unknown user'}</span>
}
