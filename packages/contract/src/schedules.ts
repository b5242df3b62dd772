import { z } from 'zod'
import { entityId, nameField, optionalText, requiredText, utc } from './fields.ts'
import type { JobCommandName } from './job-command-name.ts'
import type { JobSubmission } from './job-commands/job-commands.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { schedule } from './schedule.ts'

const schedulesPath = '/workspaces/:workspaceId/stacks/:stackId/schedules' as const
const schedulePath = `${schedulesPath}/:scheduleId` as const

/** The kinds of jobs that a schedule may start. The first is the default. */
export const scheduledCommandNames = [
  'FlowIn',
  'FlowOut',
  'FlowMerge',
  'RunApexTests',
  'DeleteEnvironment',
] as const satisfies readonly JobSubmission['jobCommandName'][]

/** What a schedule starts: the submissions of its command. */
export type ScheduledSubmission = Extract<
  JobSubmission,
  { jobCommandName: (typeof scheduledCommandNames)[number] }
>
export type ScheduledCommandName = ScheduledSubmission['jobCommandName']

/** Whether a schedule may start jobs of the command. */
export const isScheduledCommand = (name: JobCommandName): name is ScheduledCommandName =>
  scheduledCommandNames.some((known) => known === name)

const scheduledCommandName = z.custom<ScheduledCommandName>(
  (name) => scheduledCommandNames.some((known) => known === name),
  'A schedule cannot start jobs of this type',
)

const jobTemplate = z.record(z.string(), z.unknown())

/** The fields of a schedule that its forms check. */
export const scheduleFields = {
  name: nameField('Schedule name'),
  description: optionalText('Description', limits.description),
  /** A CRON expression of five fields or a macro. The server checks it. */
  recurrence: requiredText('Recurrence', limits.recurrence),
}

/** The values that a schedule is created with. */
export const newSchedule = z.strictObject({
  name: scheduleFields.name,
  description: scheduleFields.description.default(null),
  jobCommandName: scheduledCommandName,
  jobTemplate,
  recurrence: scheduleFields.recurrence,
  isEnabled: z.boolean().default(true),
})

/** What can be changed later. A new template belongs to the command that the schedule has. */
export const scheduleChanges = z.strictObject({
  name: scheduleFields.name.optional(),
  description: scheduleFields.description.optional(),
  recurrence: scheduleFields.recurrence.optional(),
  jobTemplate: jobTemplate.optional(),
  isEnabled: z.boolean().optional(),
})

/** The calls about the schedules of a stack; the console gets its lists by push. */
export const schedules = {
  list: route({
    method: 'GET',
    path: schedulesPath,
    summary: 'The schedules of a stack',
    access: 'readWorkspace',
    response: z.array(schedule),
    problems: [],
    rate: 'read',
  }),
  get: route({
    method: 'GET',
    path: schedulePath,
    summary: 'One schedule',
    access: 'readWorkspace',
    response: schedule,
    problems: [],
    rate: 'read',
  }),
  create: route({
    method: 'POST',
    path: schedulesPath,
    summary: 'Create a schedule; its jobs have the rights of whoever creates it',
    access: 'createSchedule',
    body: newSchedule,
    response: z.object({ id: entityId }),
    problems: ['validationFailed', 'cronExpressionInvalid'],
    rate: 'write',
  }),
  update: route({
    method: 'PATCH',
    path: schedulePath,
    summary:
      'Change, enable or disable a schedule; whoever changes its job settings becomes the user it runs as',
    access: 'updateSchedule',
    body: scheduleChanges,
    problems: ['validationFailed', 'cronExpressionInvalid', 'patchPropertyNotAllowed'],
    rate: 'write',
  }),
  delete: route({
    method: 'DELETE',
    path: schedulePath,
    summary: 'Delete a schedule; its jobs stay',
    access: 'deleteSchedule',
    problems: [],
    rate: 'write',
  }),
  validateCronExpression: route({
    method: 'POST',
    path: '/validate/cron-expression',
    summary: 'The upcoming times of a CRON expression or macro; the body is the expression',
    access: 'anonymous',
    body: z.string(),
    response: z.array(utc),
    problems: ['cronExpressionInvalid'],
    rate: 'read',
  }),
}
