import type { Schedule } from '@sluice/contract/schedule'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath } from '../current-stack/stack-paths.ts'
import { ScheduleBasics } from './schedule-basics.tsx'
import { ScheduleExecution } from './schedule-execution.tsx'
import { ScheduleHeader } from './schedule-header.tsx'
import { ScheduleJob } from './schedule-job.tsx'
import { scheduleQuery } from './schedule.query.ts'

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
