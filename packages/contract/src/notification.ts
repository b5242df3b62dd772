import { z } from 'zod'
import { entityId, utc } from './fields.ts'
import { deploymentCounts } from './job-commands/deployment-counts.ts'

/** What people can be told of. */
export const notificationEvents = [
  'JobFailed',
  'JobWaitingForInput',
  'ScheduleProblem',
  'TestRunFailed',
] as const
export const notificationEvent = z.enum(notificationEvents)
export type NotificationEvent = z.infer<typeof notificationEvent>

export const notificationEventLabels: Readonly<Record<NotificationEvent, string>> = {
  JobFailed: 'Job failed',
  JobWaitingForInput: 'Job waiting for input',
  ScheduleProblem: 'Schedule problem',
  TestRunFailed: 'Test run failed',
}

/** How long a question stays unanswered before anybody is told of it. */
export const minutesBeforeAsking = 5
/** A member gets at most one mail from a workspace in so many minutes; it holds what happened meanwhile. */
export const minutesBetweenMails = 10

/** Of whose jobs and schedules a member gets mail: of none, of the own ones, or of all. */
export const notificationScope = z.enum(['None', 'Own', 'All'])
export type NotificationScope = z.infer<typeof notificationScope>

/** What a member gets by mail from one workspace. */
export const notificationChoices = z.strictObject({
  JobFailed: notificationScope,
  JobWaitingForInput: notificationScope,
  ScheduleProblem: notificationScope,
  TestRunFailed: notificationScope,
})
export type NotificationChoices = z.infer<typeof notificationChoices>

/** What a member gets who has chosen nothing: only what is about the own jobs and schedules. */
export const defaultChoices: NotificationChoices = {
  JobFailed: 'Own',
  JobWaitingForInput: 'Own',
  ScheduleProblem: 'Own',
  TestRunFailed: 'Own',
}

/** Whose form the body of a webhook has: our own, or that of a chat in which it becomes a message. */
export const webhookFormat = z.enum(['Sluice', 'Slack', 'Teams'])
export type WebhookFormat = z.infer<typeof webhookFormat>

/** An address that gets a signed call for each event that it wants. */
export const webhook = z.object({
  id: entityId,
  workspaceId: entityId,
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  name: z.string(),
  format: webhookFormat,
  events: z.array(notificationEvent),
  isEnabled: z.boolean(),
  /** The origin of the address and its last four characters: addresses of chats hold their secret. */
  addressShown: z.string(),
  /** How many messages wait to be delivered, and how many were given up. */
  waiting: z.number().int(),
  givenUp: z.number().int(),
  lastDeliveredUtc: utc.nullable(),
})
export type Webhook = z.infer<typeof webhook>

/** One message to one receiver. */
export const notificationDelivery = z.object({
  id: entityId,
  createdUtc: utc,
  /** `Test` for a message that somebody sent to try a webhook. */
  event: z.enum([...notificationEvents, 'Test']),
  title: z.string(),
  /** Path of the page that it is about. */
  path: z.string().nullable(),
  /** Null for a mail. */
  webhookId: entityId.nullable(),
  /** Name of the webhook, or of the member who gets the mail. */
  receiver: z.string(),
  status: z.enum(['Waiting', 'Delivered', 'GivenUp']),
  attempts: z.number().int(),
  /** When it is tried again; null unless it waits. */
  nextAttemptUtc: utc.nullable(),
  endedUtc: utc.nullable(),
  lastError: z.string().nullable(),
})
export type NotificationDelivery = z.infer<typeof notificationDelivery>

const named = z.object({ id: entityId, name: z.string() })

/** What a notification says; the body of a webhook of the format `Sluice` is this with an id. */
export const notificationMessage = z.object({
  event: z.enum([...notificationEvents, 'Test']),
  createdUtc: utc,
  title: z.string(),
  /** Sentences, each on a line of its own. */
  text: z.string(),
  path: z.string().nullable(),
  workspace: named,
  stack: named.nullable(),
  environments: z.array(named),
  job: z
    .object({
      id: entityId,
      commandName: z.string(),
      outcome: z.string().nullable(),
      /** What became of the components of a job that deployed or validated. */
      deployment: deploymentCounts.nullable(),
    })
    .nullable(),
  schedule: named.nullable(),
  apexTestRun: z.object({ id: entityId, methodsFailed: z.number().int() }).nullable(),
})
export type NotificationMessage = z.infer<typeof notificationMessage>
