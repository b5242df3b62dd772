import type { Mutant } from '../mutant.ts'

const folder = 'apps/console/src/features/schedules'
const list = [`${folder}/schedules.browser.test.tsx`]
const wizard = [`${folder}/create-schedule.browser.test.tsx`]
const detail = [`${folder}/schedule.browser.test.tsx`]

export const consoleScheduleMutants: readonly Mutant[] = [
  {
    id: 'console-schedules/status-filter-shows-all',
    file: `${folder}/schedule-filter.ts`,
    from: "(filter.status === '' || statusOf(schedule) === filter.status) &&",
    to: '',
    tests: list,
    title: 'J-179',
  },
  {
    id: 'console-schedules/schedules-that-are-so-already-are-saved',
    file: `${folder}/selected-schedules-actions.tsx`,
    from: 'if (schedule.isEnabled === isEnabled) continue',
    to: '',
    tests: list,
    title: 'J-258',
  },
  {
    id: 'console-schedules/flow-in-asks-at-night',
    file: `${folder}/scheduled-job-forms.ts`,
    from: 'unattended: (form) => ({ ...form, mergeConflictsStrategy: abort, noConfirm: true }),',
    to: 'unattended: (form) => ({ ...form, noConfirm: true }),',
    tests: wizard,
    title: 'J-172',
  },
  {
    id: 'console-schedules/target-asks-at-night',
    file: `${folder}/scheduled-job-forms.ts`,
    from: 'targetIn: { ...form.targetIn, conflictsStrategy: abort },',
    to: '',
    tests: wizard,
    title: 'J-174',
  },
  {
    id: 'console-schedules/recurrence-is-not-checked-before-the-next-step',
    file: `${folder}/create-schedule.route.tsx`,
    from: "isValid: async () => isAccepted(form.getValues('recurrence')),",
    to: '',
    tests: wizard,
    title: 'J-290',
  },
  {
    id: 'console-schedules/check-waits-for-ever',
    file: `${folder}/use-checked-recurrence.ts`,
    from: 'useSettled(wanted, pauseMs, longestPauseMs)',
    to: 'useSettled(wanted, pauseMs)',
    tests: wizard,
    title: 'J-291',
  },
  {
    id: 'console-schedules/next-execution-of-a-disabled-schedule',
    file: `${folder}/schedule-execution.tsx`,
    from: '...(isEnabled',
    to: '...(nextOccurrenceUtc',
    tests: detail,
    title: 'J-194',
  },
  {
    id: 'console-schedules/deleted-by-somebody-else',
    file: `${folder}/schedule.route.tsx`,
    from: 'const isDeleted = !pushed && seenId === scheduleId',
    to: 'const isDeleted = false',
    tests: detail,
    title: 'somebody else deletes',
  },
  {
    id: 'console-schedules/disabled-occurs',
    file: `${folder}/schedule-execution.tsx`,
    from: 'isEnabled={schedule.isEnabled}',
    to: '',
    tests: detail,
    title: 'J-194',
  },
]
