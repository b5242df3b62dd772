import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/schedules'
const due = [`${folder}/due-schedules.test.ts`]
const calls = [`${folder}/schedules.test.ts`]
const recurrence = [`${folder}/recurrence.test.ts`]
const servers = [`${folder}/several-servers.test.ts`]

export const scheduleMutants: readonly Mutant[] = [
  {
    id: 'schedules/another-server-decides-again',
    file: `${folder}/due-schedules.ts`,
    from: '.where(and(eq(schedule.id, id), isDue))',
    to: '.where(eq(schedule.id, id))',
    tests: servers,
  },
  {
    id: 'schedules/every-missed-occurrence-is-made-up-for',
    file: `${folder}/decide-occurrence.ts`,
    from: 'nextOccurrence(row.recurrence, now, lastOccurrenceUtc)',
    to: 'nextOccurrence(row.recurrence, lastOccurrenceUtc, null)',
    tests: due,
    title: 'occurs once after a downtime',
  },
  {
    id: 'schedules/occurrence-twice-after-a-clock-set-back',
    file: `${folder}/reset-occurrences.ts`,
    from: 'nextOccurrence(row.recurrence, now, row.lastOccurrenceUtc)',
    to: 'nextOccurrence(row.recurrence, now, null)',
    tests: servers,
  },
  {
    id: 'schedules/own-clock-instead-of-the-database',
    file: `${folder}/due-schedules.ts`,
    from: 'readTime: ReadTime = databaseTime',
    to: 'readTime: ReadTime = async () => ctx.clock.now()',
    tests: due,
    title: 'follows the time of the database',
  },
  {
    id: 'schedules/running-job-is-no-reason-to-skip',
    file: 'apps/server/src/jobs/job-provisioning.ts',
    from: 'request.schedule ? await refuseUnfinished(tx, request.schedule.id, all) : all',
    to: 'all',
    tests: due,
    title: 'skips the environments',
  },
  {
    id: 'schedules/flow-merge-without-its-shared-flow-in',
    file: 'apps/server/src/jobs/unfinished-of-schedule.ts',
    from: 'isBusy(candidate) || (candidate.followsFirst === true && sharedIsBusy)',
    to: 'isBusy(candidate)',
    tests: due,
    title: 'starts neither flow merges',
  },
  {
    id: 'schedules/user-without-access-still-runs',
    file: `${folder}/run-as.ts`,
    from: 'if (standing.accessLevel === null && !isGlobalAdministrator) return null',
    to: '',
    tests: due,
    title: 'whose user is Removed',
  },
  {
    id: 'schedules/removed-member-keeps-schedules',
    file: 'apps/server/src/members/operations/remove.ts',
    from: 'await stopSchedulesOf(tx, { workspaceId, userId: member.userId })',
    to: '',
    tests: calls,
    title: 'stops with a problem',
  },
  {
    id: 'schedules/editor-of-settings-borrows-rights',
    file: `${folder}/operations/update.ts`,
    from: '(jobTemplate !== undefined || isRevived)',
    to: 'isRevived',
    tests: calls,
    title: 'runs as whoever changed',
  },
  {
    id: 'schedules/environment-of-another-stack',
    file: `${folder}/operations/create.ts`,
    from: 'await requireKnownEnvironments(tx, params, submission)',
    to: '',
    tests: calls,
    title: 'names no environment of another stack',
  },
  {
    id: 'schedules/due-occurrence-lost-by-a-rename',
    file: `${folder}/operations/update.ts`,
    from: 'if (recurrence === row.recurrence && isEnabled === row.isEnabled) return {}',
    to: '',
    tests: calls,
    title: 'a change of its name keeps',
  },
  {
    id: 'schedules/without-limit',
    file: `${folder}/schedule-limits.ts`,
    from: 'wanted.isEnabled && enabled >= limits.enabledSchedulesPerStack',
    to: 'wanted.isEnabled && enabled > limits.enabledSchedulesPerStack',
    tests: calls,
    title: 'a limited number',
  },
  {
    id: 'schedules/single-date-as-recurrence',
    file: `${folder}/recurrence.ts`,
    from: '!(macros.has(expression.toLowerCase()) || fiveFields.test(expression))',
    to: 'false',
    tests: recurrence,
  },
  {
    id: 'schedules/too-often-over-the-hour',
    file: `${folder}/recurrence.ts`,
    from: '...(isFollowed ? [overTheHour] : [])',
    to: '',
    tests: recurrence,
  },
  {
    id: 'schedules/clock-ahead-delays-for-ever',
    file: `${folder}/reset-occurrences.ts`,
    from: 'if (row) await updateSchedule(tx, row, { nextOccurrenceUtc: expected })',
    to: '',
    tests: due,
    title: 'after a clock that ran far ahead',
  },
]
