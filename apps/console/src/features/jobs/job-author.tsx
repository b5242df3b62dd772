import type { JobWithNotices } from '@sluice/contract/job'
import type { Schedule } from '@sluice/contract/schedule'
import { Link } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'

/** The schedule or the member that started a job. */
export function JobAuthor({ job }: { job: JobWithNotices }) {
  const schedule = useEntity(entities.schedules, job.createdByScheduleId)
  return schedule ? <ScheduleLink schedule={schedule} /> : <MemberName userId={job.createdByUserId} />
}

/** The schedule that created a job. */
function ScheduleLink({ schedule }: { schedule: Schedule }) {
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
