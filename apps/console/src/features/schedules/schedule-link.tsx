import type { Schedule } from '@sluice/contract/schedule'
import { Link } from '@tanstack/react-router'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'

/** The schedule that created a job. */
export function ScheduleLink({ schedule }: { schedule: Schedule }) {
  return (
    <>
      <Link
        to={`${stackPath}/schedules/$scheduleId`}
        params={{ ...useStackParams(), scheduleId: schedule.id }}
        className={linkClasses}
      >
        {schedule.name}
      </Link>{' '}
      (schedule)
    </>
  )
}
