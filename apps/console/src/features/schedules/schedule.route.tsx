import type { Schedule } from '@sluice/contract/schedule'
import { scheduleFields } from '@sluice/contract/schedules'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { createFileRoute, Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteSchedulesDialog } from './delete-schedules-dialog.tsx'
import { ScheduleExecution } from './schedule-execution.tsx'
import { ScheduleJob } from './schedule-job.tsx'
import { useChangeSchedule } from './use-change-schedule.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/schedules/$scheduleId',
)({ component: ScheduleRoute, staticData: { title: 'Schedule' } })

function ScheduleRoute() {
  const { scheduleId, ...params } = Route.useParams()
  const stack = useStack()
  const pushed = useEntity(entities.schedules, scheduleId)
  const [seenId, setSeenId] = useState<string | null>(null)
  if (pushed && seenId !== scheduleId) setSeenId(scheduleId)
  const isDeleted = !pushed && seenId === scheduleId
  const query = scheduleQuery(useClient(), { workspaceId: stack.workspaceId, stackId: stack.id, scheduleId })
  const fetched = useQuery({ ...query, enabled: !pushed && !isDeleted })
  if (isDeleted) return <Navigate to={`${stackPath}/schedules`} params={params} replace />
  const schedule = pushed ?? fetched.data
  if (schedule)
    return schedule.stackId === stack.id ? (
      <SchedulePage key={schedule.id} schedule={schedule} />
    ) : (
      <GoToNotFound />
    )
  if (isProblem(fetched.error, 'entityNotFound') || isProblem(fetched.error, 'entityIdInvalid'))
    return <GoToNotFound />
  if (fetched.error) throw fetched.error
  return <Spinner label="Loading the schedule" />
}

function SchedulePage({ schedule }: { schedule: Schedule }) {
  return (
    <div className="max-w-240">
      <ScheduleHeader schedule={schedule} />
      <div className="flex flex-col gap-4">
        <ScheduleBasics schedule={schedule} />
        <ScheduleExecution schedule={schedule} />
        <ScheduleJob schedule={schedule} />
        <DisclosureCard title="Advanced">
          <RawJson label="Raw JSON of the schedule" value={schedule} />
        </DisclosureCard>
      </div>
    </div>
  )
}

function ScheduleHeader({ schedule }: { schedule: Schedule }) {
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

function ScheduleBasics({ schedule }: { schedule: Schedule }) {
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

/** A schedule whose push has not arrived, right after its creation. */
const scheduleQuery = (
  client: SluiceClient,
  ids: { workspaceId: string; stackId: string; scheduleId: string },
) =>
  queryOptions({
    queryKey: ['schedule', ids.scheduleId],
    queryFn: async ({ signal }) => client.schedules.get({ params: ids, signal }),
  })
