import type { JobWithNotices } from '@sluice/contract/job'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { ScheduleLink } from '../schedules/schedule-link.tsx'
import { MemberName } from '../workspaces/member-name.tsx'

/** The schedule or the member that started a job. */
export function JobAuthor({ job }: { job: JobWithNotices }) {
  const schedule = useEntity(entities.schedules, job.createdByScheduleId)
  return schedule ? <ScheduleLink schedule={schedule} /> : <MemberName userId={job.createdByUserId} />
}
