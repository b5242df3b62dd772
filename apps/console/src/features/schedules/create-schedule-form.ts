import { scheduledCommandNames, type ScheduledCommandName, scheduleFields } from '@sluice/contract/schedules'
import { z } from 'zod'

/** The wizard's values besides the settings of the job, which have a form for each type. */
export const createScheduleForm = z.object({
  name: scheduleFields.name,
  description: scheduleFields.description,
  jobCommandName: z.custom<ScheduledCommandName>(),
  recurrence: scheduleFields.recurrence,
  isEnabled: z.boolean(),
})
export type CreateScheduleForm = z.input<typeof createScheduleForm>
export type CreatedSchedule = z.output<typeof createScheduleForm>

export const newCreateScheduleForm: CreateScheduleForm = {
  name: '',
  description: '',
  jobCommandName: scheduledCommandNames[0],
  recurrence: '',
  isEnabled: true,
}
