import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { Schedule } from '@sluice/contract/schedule'

/** The types that the list can be narrowed to. */
export const filterableTypes = [
  'CreateEnvironment',
  'DeleteEnvironment',
  'FlowIn',
  'FlowMerge',
  'FlowOut',
  'RunApexTests',
] as const satisfies JobCommandName[]

interface ScheduleFilter {
  text: string
  type: string
  /** `Enabled`, `Disabled` or empty. */
  status: string
  createdByUserId: string | null
}

export const statusOf = ({ isEnabled }: Schedule) => (isEnabled ? 'Enabled' : 'Disabled')

export function shownSchedules(schedules: readonly Schedule[], filter: ScheduleFilter): Schedule[] {
  const wanted = filter.text.trim().toLowerCase()
  return schedules.filter(
    (schedule) =>
      (filter.type === '' || schedule.jobCommandName === filter.type) &&
      (filter.status === '' || statusOf(schedule) === filter.status) &&
      (filter.createdByUserId === null || schedule.createdByUserId === filter.createdByUserId) &&
      `${schedule.name} ${schedule.description ?? ''} ${schedule.id}`.toLowerCase().includes(wanted),
  )
}

export const byName = (a: Schedule, b: Schedule): number =>
  a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }) || a.id.localeCompare(b.id)
