import { z } from 'zod'
import { billing } from './billing.ts'
import { entityId, nameField, phoneField, requiredPhoneField, nameText, slugField } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { listedWorkspace } from './workspace.ts'

/** The form of the create-workspace wizard; the phone number is required here only. */
export const newWorkspace = z.strictObject({
  name: nameField('Workspace name'),
  companyName: nameText('Company name', limits.companyName),
  firstName: nameText('First name', limits.personName),
  lastName: nameText('Last name', limits.personName),
  phoneNumber: requiredPhoneField('Phone number'),
})

/** What may change on a workspace; `ownerUserId` hands it over and needs more rights than the rest. */
export const workspaceChanges = z.strictObject({
  name: nameField('Workspace name').optional(),
  slug: slugField.optional(),
  companyName: nameText('Company name', limits.companyName).optional(),
  firstName: nameText('First name', limits.personName).optional(),
  lastName: nameText('Last name', limits.personName).optional(),
  phoneNumber: phoneField('Phone number').optional(),
  ownerUserId: entityId.optional(),
})

/** The calls about workspaces as a whole. */
export const workspaces = {
  list: route({
    method: 'GET',
    path: '/workspaces',
    summary: 'The workspaces of the caller; all of them for a global administrator',
    access: 'signedIn',
    response: z.array(listedWorkspace),
    problems: [],
    rate: 'read',
  }),
  create: route({
    method: 'POST',
    path: '/workspaces',
    summary: 'Create a workspace and become its owner',
    access: 'signedIn',
    body: newWorkspace,
    response: z.object({ id: entityId, slug: z.string() }),
    problems: ['validationFailed', 'postPropertyNotAllowed', 'entityConflict'],
    rate: 'write',
  }),
  update: route({
    method: 'PATCH',
    path: '/workspaces/:workspaceId',
    summary: 'Change a workspace, or hand it to another member',
    access: 'updateWorkspace',
    body: workspaceChanges,
    problems: ['validationFailed', 'patchPropertyNotAllowed', 'patchPropertyInvalid', 'entityConflict'],
    rate: 'write',
  }),
  delete: route({
    method: 'DELETE',
    path: '/workspaces/:workspaceId',
    summary: 'Delete a workspace that has no stacks',
    access: 'deleteWorkspace',
    problems: ['nonEmptyWorkspaceNotDeletable'],
    rate: 'write',
  }),
  getLicenseKey: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/license-key',
    summary: 'The CLI access token; one is made where the workspace has none',
    access: 'readAccessToken',
    response: z.object({ licenseKey: z.string() }),
    problems: [],
    rate: 'secret',
  }),
  getBilling: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/billing',
    summary: 'The current billing period with usage',
    access: 'readWorkspace',
    response: billing,
    problems: [],
    rate: 'read',
  }),
}
