import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { useUser } from '../auth/session-context.tsx'
import { MemberName } from './member-name.tsx'
import { useWorkspace } from './workspace-context.tsx'

/** Tells the former and the new owner that the ownership went over while they look. */
export function OwnerNotice() {
  const { ownerUserId } = useWorkspace()
  const user = useUser()
  const [former, setFormer] = useState(ownerUserId)
  const userId = user?.id ?? null
  if (former === ownerUserId || (userId !== former && userId !== ownerUserId)) return null
  return (
    <Notice
      kind="info"
      className="mb-4"
      title={
        userId === ownerUserId ? (
          'You are the owner of this workspace now'
        ) : (
          <>
            <MemberName userId={ownerUserId} /> is the owner of this workspace now
          </>
        )
      }
      actions={
        <Button size="sm" onClick={() => setFormer(ownerUserId)}>
          Dismiss
        </Button>
      }
    />
  )
}
