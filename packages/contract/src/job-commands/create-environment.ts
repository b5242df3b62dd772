import { z } from 'zod'
import { apiVersionMode } from '../api-version-mode.ts'
import { entityId, nameField, optionalText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { tagName, tagValue } from '../environments.ts'
import { type SandboxLicenseType, sandboxLicenseType } from '../sandbox.ts'
import { gitBranchName } from './branch-name.ts'
import { flowInResult } from './flow-in.ts'
import { flowOutResult } from './flow-out-result.ts'

const optionalName = (label: string) => optionalText(label, limits.name).default(null)

const settings = {
  environmentName: nameField('Environment name'),
  gitBranchName,
  sfdcSandboxName: requiredText('Sandbox name', limits.sandboxName).regex(
    /^[A-Za-z0-9]+$/,
    'Sandbox name may contain only letters and digits',
  ),
  tags: z.record(tagName, tagValue).default({}),
  /** Salesforce stores the first 1,000 characters. */
  sfdcSandboxDescription: optionalText('Sandbox description', limits.sandboxDescription).default(null),
  /** The production environment when null. Another one gives its branch and its sandbox, and the new one has its license type. */
  sourceEnvironmentName: optionalName('Source environment'),
  sfdcSandboxLicenseType: sandboxLicenseType.default('Developer'),
  /** The developer name of a public group. */
  sfdcSandboxActivationUserGroupName: optionalName('Access group'),
  /** A developer name. */
  sfdcSandboxTemplateName: optionalName('Template'),
  /** -1 means all days that there are. */
  sfdcSandboxMaxHistoryDays: z
    .literal([-1, 0, 10, 20, 30, 60, 90, 120, 150, 180], {
      error: 'History days must be one of the supported values',
    })
    .nullable()
    .default(null),
  sfdcSandboxCopyChatter: z.boolean().nullable().default(null),
  /** A class without namespace that implements SandboxPostCopy; it runs once in the new sandbox. */
  sfdcSandboxApexClassName: optionalName('Apex class'),
  sfdcSandboxFeatures: z.array(z.enum(['SandboxStorage'])).default([]),
  allowUseExistingBranch: z.boolean().default(false),
  allowUseExistingSandbox: z.boolean().default(false),
  sfdcApiVersionMode: apiVersionMode.nullable().default(null),
}

const isMissing = (what: 'Access group' | 'Template', property: keyof typeof settings) => ({
  path: [property],
  message: `${what} must be set with this sandbox license type`,
})

interface WantedSandbox {
  readonly sfdcSandboxLicenseType: SandboxLicenseType
  readonly sfdcSandboxActivationUserGroupName: string | null
  readonly sfdcSandboxTemplateName: string | null
}

const isDeveloper = ({ sfdcSandboxLicenseType: type }: WantedSandbox) =>
  type === 'Developer' || type === 'DeveloperPro'
export const lacksAccessGroup = (wanted: WantedSandbox): boolean =>
  isDeveloper(wanted) && wanted.sfdcSandboxActivationUserGroupName === null
/** Not for the copy of another sandbox, which has the records of that one. */
export const lacksTemplate = (wanted: WantedSandbox): boolean =>
  wanted.sfdcSandboxLicenseType === 'Partial' && wanted.sfdcSandboxTemplateName === null

const isFull = ({ sfdcSandboxLicenseType: type }: WantedSandbox) => type === 'Full'

/** The fields of both payloads of the specification. A sandbox is copied from the sandbox of the source environment. */
export const createEnvironmentTemplate = z
  .strictObject(settings)
  // A sandbox that exists needs neither group nor template; whether it does, only the job can tell.
  .refine(
    (template) => template.allowUseExistingSandbox || !lacksAccessGroup(template),
    isMissing('Access group', 'sfdcSandboxActivationUserGroupName'),
  )
  .refine(
    (template) =>
      template.allowUseExistingSandbox || template.sourceEnvironmentName !== null || !lacksTemplate(template),
    isMissing('Template', 'sfdcSandboxTemplateName'),
  )
  .refine((template) => template.sfdcSandboxMaxHistoryDays === null || isFull(template), {
    path: ['sfdcSandboxMaxHistoryDays'],
    message: 'History is copied to Full sandboxes only',
  })
  .refine((template) => template.sfdcSandboxCopyChatter !== true || isFull(template), {
    path: ['sfdcSandboxCopyChatter'],
    message: 'Chatter data is copied to Full sandboxes only',
  })
  .refine((template) => template.sfdcSandboxFeatures.length === 0 || isDeveloper(template), {
    path: ['sfdcSandboxFeatures'],
    message: 'Additional storage is available for Developer and Developer Pro sandboxes only',
  })
export type CreateEnvironmentTemplate = z.output<typeof createEnvironmentTemplate>

/** The same as the template: one sandbox, one job. */
export const createEnvironmentInput = z.object(settings)
export type CreateEnvironmentInput = z.output<typeof createEnvironmentInput>

/** What was created, and what the first flow out deployed to the sandbox. There is no flow in: `inResult` is always null. */
export const createEnvironmentResult = z.object({
  environmentId: entityId,
  sandboxWasCreated: z.boolean(),
  branchWasCreated: z.boolean(),
  inResult: flowInResult.nullable(),
  outResult: flowOutResult.nullable(),
})
export type CreateEnvironmentResult = z.infer<typeof createEnvironmentResult>
