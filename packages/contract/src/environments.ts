import { z } from 'zod'
import { componentName } from './component.ts'
import { apiVersionMode } from './api-version-mode.ts'
import { entityId, nameField, optionalText, slugField } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { salesforceInfo } from './salesforce-info.ts'
import { undeployedComponentPage } from './undeployed-component.ts'

const environmentPath = '/workspaces/:workspaceId/stacks/:stackId/environments/:environmentId' as const

/** `isLocked` can only be set to false (unlock); null values of the sfdc fields mean "inferred from the stack". */
export const environmentChanges = z.strictObject({
  name: nameField('Environment name').optional(),
  slug: slugField.optional(),
  isLocked: z.literal(false).optional(),
  sfdcSignInUrl: optionalText('Salesforce sign-in URL', limits.url).optional(),
  sfdcUsername: optionalText('Username', limits.username).optional(),
  sfdcPassword: optionalText('Password', limits.password + limits.securityToken).optional(),
  sfdcApiVersionMode: apiVersionMode.nullable().optional(),
})

/** Tag names follow the stricter rule of the vendor's documents. */
export const tagName = z
  .string()
  .trim()
  .min(1, 'Tag name is required')
  .max(limits.tagName, `Tag name cannot be longer than ${limits.tagName} characters`)
  .regex(/^[A-Za-z0-9_-]+$/, 'Tag name may contain only letters, digits, hyphens and underscores')
/** Any text without a limit on its characters; an empty one becomes null, which is a tag without value. */
export const tagValue = optionalText('Tag value', limits.tagValue)

const namedComponents = z.strictObject({
  components: z.array(componentName).min(1).max(limits.excludedComponents),
})

/** The calls that change one environment; environments themselves arrive by push. */
export const environments = {
  update: route({
    method: 'PATCH',
    path: environmentPath,
    summary: 'Change or unlock an environment',
    access: 'updateEnvironment',
    body: environmentChanges,
    problems: ['validationFailed', 'patchPropertyNotAllowed', 'entityConflict'],
    rate: 'write',
  }),
  getSalesforceInfo: route({
    method: 'GET',
    path: `${environmentPath}/salesforce/info`,
    summary: 'The org of an environment and the API versions in use',
    access: 'readWorkspace',
    response: salesforceInfo,
    problems: ['sfdcCredentialsMissing', 'sfdcCredentialsInvalid', 'sfdcInternalError'],
    rate: 'read',
  }),
  listUndeployedComponents: route({
    method: 'GET',
    path: `${environmentPath}/undeployed-components`,
    summary: 'The components of the branch that the org does not have, a page at a time',
    access: 'readWorkspace',
    /** Without `after` the first page of the current set; with it the next page of the set that the component belongs to. */
    query: z.strictObject({ after: entityId.optional() }),
    response: undeployedComponentPage,
    problems: ['validationFailed', 'postPropertyNotAllowed'],
    rate: 'read',
  }),
  setTag: route({
    method: 'PUT',
    path: `${environmentPath}/tags/:tagName`,
    summary: 'Set a tag; the body is its value or null',
    access: 'updateEnvironment',
    body: tagValue,
    problems: ['validationFailed'],
    rate: 'write',
  }),
  includeAgain: route({
    method: 'POST',
    path: `${environmentPath}/undeployed-components/include`,
    summary: 'Take components in again that people left out: later flows out offer them again',
    access: 'startFlow',
    body: namedComponents,
    problems: ['validationFailed', 'entityConflict'],
    rate: 'write',
  }),
  forgetUndeployed: route({
    method: 'POST',
    path: `${environmentPath}/undeployed-components/forget`,
    summary:
      'Forget undeployed components: branch and org count as equal in them until a full flow in compares them',
    access: 'startFlow',
    body: namedComponents,
    problems: ['validationFailed', 'entityConflict'],
    rate: 'write',
  }),
  deleteTag: route({
    method: 'DELETE',
    path: `${environmentPath}/tags/:tagName`,
    summary: 'Remove a tag',
    access: 'updateEnvironment',
    problems: [],
    rate: 'write',
  }),
}
