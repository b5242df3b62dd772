import { z } from 'zod'
import { entityId, nameField, urlField } from './fields.ts'
import {
  notificationChoices,
  notificationDelivery,
  notificationEvent,
  webhook,
  webhookFormat,
} from './notification.ts'
import { route } from './route.ts'

const webhooksPath = '/workspaces/:workspaceId/webhooks' as const
const webhookPath = `${webhooksPath}/:webhookId` as const
const deliveriesPath = '/workspaces/:workspaceId/notification-deliveries' as const

/** The server checks besides that the address may be called. */
const address = urlField('Address').refine(
  (text) => !URL.canParse(text) || isPlainAddress(new URL(text)),
  'Address must be an https address without user name, password and fragment',
)

const isPlainAddress = ({ protocol, username, password, hash }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hash === ''

const events = z
  .array(notificationEvent)
  .min(1, 'Choose at least one event')
  .transform((chosen) => [...new Set(chosen)])

/** The fields of a webhook that its form checks. */
export const webhookFields = { name: nameField('Name'), address, format: webhookFormat, events }

/** The values that a webhook is created with. */
export const newWebhook = z.strictObject({ ...webhookFields, isEnabled: z.boolean().default(true) })

/** What can be changed later; the form of the body stays. */
export const webhookChanges = z.strictObject({
  name: webhookFields.name.optional(),
  address: address.optional(),
  events: events.optional(),
  isEnabled: z.boolean().optional(),
})

const secret = z.object({ secret: z.string() })

/** The calls about what members and webhooks are told. */
export const notifications = {
  listWebhooks: route({
    method: 'GET',
    path: webhooksPath,
    summary: 'The webhooks of a workspace, without their addresses and secrets',
    access: 'manageWebhooks',
    response: z.array(webhook),
    problems: [],
    rate: 'read',
  }),
  createWebhook: route({
    method: 'POST',
    path: webhooksPath,
    summary: 'Create a webhook; only this answer holds the secret of its signatures',
    access: 'manageWebhooks',
    body: newWebhook,
    response: secret.extend({ id: entityId }),
    problems: ['validationFailed'],
    rate: 'credentialCheck',
  }),
  updateWebhook: route({
    method: 'PATCH',
    path: webhookPath,
    summary: 'Change, enable or disable a webhook; disabling gives up what waits',
    access: 'manageWebhooks',
    body: webhookChanges,
    problems: ['validationFailed', 'patchPropertyNotAllowed'],
    rate: 'credentialCheck',
  }),
  deleteWebhook: route({
    method: 'DELETE',
    path: webhookPath,
    summary: 'Delete a webhook with its part of the delivery log',
    access: 'manageWebhooks',
    problems: [],
    rate: 'write',
  }),
  replaceSecret: route({
    method: 'POST',
    path: `${webhookPath}/secret`,
    summary: 'Sign with a new secret from now on; only this answer holds it',
    access: 'manageWebhooks',
    response: secret,
    problems: [],
    rate: 'secret',
  }),
  sendTestMessage: route({
    method: 'POST',
    path: `${webhookPath}/test`,
    summary: 'Send a message to try a webhook; the delivery log says how it went',
    access: 'manageWebhooks',
    response: z.object({ deliveryId: entityId }),
    problems: ['validationFailed', 'tooManyRequests'],
    rate: 'credentialCheck',
  }),
  listDeliveries: route({
    method: 'GET',
    path: deliveriesPath,
    summary: 'The newest notifications of a workspace to webhooks and members, and how their delivery went',
    access: 'manageWebhooks',
    response: z.array(notificationDelivery),
    problems: [],
    rate: 'read',
  }),
  sendAgain: route({
    method: 'POST',
    path: `${deliveriesPath}/:deliveryId/retry`,
    summary: 'Send a message again to a webhook that it was given up for',
    access: 'manageWebhooks',
    problems: ['validationFailed'],
    rate: 'credentialCheck',
  }),
  listChoices: route({
    method: 'GET',
    path: '/auth/notification-choices',
    summary: 'What the caller gets by mail from each workspace that he is a member of',
    access: 'signedIn',
    response: z.array(
      z.object({ workspaceId: entityId, workspaceName: z.string(), choices: notificationChoices }),
    ),
    problems: [],
    rate: 'read',
  }),
  setChoices: route({
    method: 'PUT',
    path: '/workspaces/:workspaceId/notification-choices',
    summary: 'Choose what the caller gets by mail from a workspace that he is a member of',
    access: 'readWorkspace',
    body: notificationChoices,
    problems: ['validationFailed'],
    rate: 'write',
  }),
}
