import type { LeftOutByPerson } from '@sluice/contract/difference'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { MemberName } from './member-name.tsx'

/** "Left out by Nora Kim, 3 days ago": who decided that a component stays out of the org. */
export const LeftOutBy = ({ byUserId, utc }: LeftOutByPerson) => (
  <>
    Left out
    {byUserId === null ? null : (
      <>
        {' by '}
        <MemberName userId={byUserId} />
      </>
    )}
    {utc === null ? null : (
      <>
        {', '}
        <Timestamp moment={utc} />
      </>
    )}
  </>
)
