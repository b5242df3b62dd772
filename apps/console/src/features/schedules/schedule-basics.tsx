import type { Schedule } from '@sluice/contract/schedule'
import { scheduleFields } from '@sluice/contract/schedules'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useChangeSchedule } from './use-change-schedule.ts'

export function ScheduleBasics({ schedule }: { schedule: Schedule }) {
  const change = useChangeSchedule()
  const disabledReason = useNotAllowed()('updateSchedule', schedule)
  const shared = { entity: 'schedule', disabledReason }
  return (
    <Card title="Basic information">
      <Properties
        rows={[
          {
            label: 'Name',
            value: (
              <InlineEdit
                label="Name"
                {...shared}
                value={schedule.name}
                schema={scheduleFields.name}
                onSave={async (name) => change(schedule, { name: name ?? '' })}
              />
            ),
          },
          {
            label: 'Description',
            value: (
              <InlineEdit
                label="Description"
                {...shared}
                value={schedule.description}
                schema={scheduleFields.description}
                rows={3}
                onSave={async (description) => change(schedule, { description })}
              />
            ),
          },
          { label: 'ID', value: <code className="text-12 font-mono">{schedule.id}</code> },
          { label: 'Created', value: <Timestamp moment={schedule.createdUtc} /> },
          { label: 'Created by', value: <MemberName userId={schedule.createdByUserId} /> },
          { label: 'Run as', value: <MemberName userId={schedule.runAsUserId} /> },
        ]}
      />
    </Card>
  )
}
