import { type JobCommandName, jobCommandLabels } from '@sluice/contract/job-command-name'
import type { Schedule } from '@sluice/contract/schedule'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { CountBadge } from '../../platform/ui/chips.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { recurrenceText } from './recurrence-text.ts'

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

const statusOf = ({ isEnabled }: Schedule) => (isEnabled ? 'Enabled' : 'Disabled')

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

export const hiddenAtFirst = ['description', 'id']

export const scheduleColumns: readonly Column<Schedule>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'auto',
    isLocked: true,
    cell: (schedule) => <ScheduleLink schedule={schedule} />,
  },
  {
    id: 'description',
    label: 'Description',
    width: 'auto',
    cell: ({ description }) => description ?? <span className="text-fg-3">—</span>,
  },
  {
    id: 'type',
    label: 'Job type',
    width: '10rem',
    cell: ({ jobCommandName }) => jobCommandLabels[jobCommandName],
  },
  { id: 'status', label: 'Status', width: '7rem', cell: statusOf },
  {
    id: 'recurrence',
    label: 'Recurrence pattern',
    width: '11rem',
    cell: ({ recurrence }) => (
      <code title={recurrenceText(recurrence)} className="text-12 font-mono">
        {recurrence}
      </code>
    ),
  },
  {
    id: 'next',
    label: 'Next execution',
    width: '9rem',
    cell: ({ nextOccurrenceUtc }) => <Timestamp moment={nextOccurrenceUtc} />,
  },
  {
    id: 'last',
    label: 'Last executed',
    width: '9rem',
    cell: ({ lastExecutedUtc }) => <Timestamp moment={lastExecutedUtc} />,
  },
  {
    id: 'problems',
    label: 'Problems',
    width: '6.5rem',
    cell: ({ problems }) =>
      problems.length === 0 ? (
        <span className="text-fg-3">—</span>
      ) : (
        <span className="inline-flex">
          <CountBadge
            tone="amber"
            count={problems.length}
            label={problems.length === 1 ? 'problem' : 'problems'}
          />
        </span>
      ),
  },
  {
    id: 'id',
    label: 'ID',
    width: '20rem',
    cell: ({ id }) => <code className="text-12 font-mono">{id}</code>,
  },
]

const ScheduleLink = ({ schedule }: { schedule: Schedule }) => (
  <Link
    to={`${stackPath}/schedules/$scheduleId`}
    params={{ ...useStackParams(), scheduleId: schedule.id }}
    className="text-fg hover:text-accent-fg font-medium hover:underline"
  >
    {schedule.name}
  </Link>
)
