import type { Schedule } from '@sluice/contract/schedule'
import type { scheduleChanges } from '@sluice/contract/schedules'
import type { z } from 'zod'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'

export type ScheduleChanges = z.input<typeof scheduleChanges>

/** Saves changes of a schedule; the local copy follows at once, and what the server makes of them is pushed. */
export function useChangeSchedule() {
  const client = useClient()
  return async ({ id: scheduleId, workspaceId, stackId }: Schedule, changes: ScheduleChanges) => {
    await client.schedules.update({ params: { workspaceId, stackId, scheduleId }, body: changes })
    const current = entities.schedules.get(scheduleId)
    if (current) entities.schedules.apply([changed(current, changes)])
  }
}

const changed = (schedule: Schedule, changes: ScheduleChanges): Schedule => ({
  ...schedule,
  name: changes.name ?? schedule.name,
  description: changes.description === undefined ? schedule.description : changes.description,
  recurrence: changes.recurrence ?? schedule.recurrence,
  jobTemplate: changes.jobTemplate ?? schedule.jobTemplate,
  isEnabled: changes.isEnabled ?? schedule.isEnabled,
  nextOccurrenceUtc: changes.isEnabled === false ? null : schedule.nextOccurrenceUtc,
})
