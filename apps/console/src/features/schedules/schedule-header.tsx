import type { Schedule } from '@sluice/contract/schedule'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteSchedulesDialog } from './delete-schedules-dialog.tsx'

export function ScheduleHeader({ schedule }: { schedule: Schedule }) {
  const router = useRouter()
  const params = useStackParams()
  const [isDeleting, setDeleting] = useState(false)
  const disabledReason = useNotAllowed()('deleteSchedule', schedule)
  return (
    <>
      <PageHeader
        title={schedule.name}
        meta={
          <>
            <span>
              Created by <MemberName userId={schedule.createdByUserId} />{' '}
              <Timestamp moment={schedule.createdUtc} />
            </span>
            <CopyText text={schedule.id} label="schedule ID" className="max-w-full" />
          </>
        }
        actions={
          <Button intent="danger" disabledReason={disabledReason} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        }
      />
      <DeleteSchedulesDialog
        isOpen={isDeleting}
        schedules={[schedule]}
        problemHeading="There was a problem deleting the schedule"
        onClose={() => setDeleting(false)}
        onDeleted={() => void router.navigate({ to: `${stackPath}/schedules`, params, replace: true })}
      >
        <p>This operation cannot be undone. Are you sure you want to continue?</p>
      </DeleteSchedulesDialog>
    </>
  )
}
