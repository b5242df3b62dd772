import { z } from 'zod'
import { apiVersionMode } from '../api-version-mode.ts'
import { entityId, nameField, optionalText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { sandboxLicenseType } from '../sandbox.ts'
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
  tags: z.record(z.string(), z.string().nullable()).default({}),
  sfdcSandboxDescription: optionalText('Sandbox description', limits.sandboxDescription).default(null),
  sourceEnvironmentName: optionalName('Source environment'),
  sfdcSandboxLicenseType: sandboxLicenseType.default('Developer'),
  sfdcSandboxActivationUserGroupName: optionalName('Access group'),
  sfdcSandboxTemplateName: optionalName('Template'),
  sfdcSandboxMaxHistoryDays: z.number().int().nullable().default(null),
  sfdcSandboxCopyChatter: z.boolean().nullable().default(null),
  sfdcSandboxApexClassName: optionalName('Apex class'),
  sfdcSandboxFeatures: z.array(z.enum(['SandboxStorage'])).default([]),
  allowUseExistingBranch: z.boolean().default(false),
  allowUseExistingSandbox: z.boolean().default(false),
  sfdcApiVersionMode: apiVersionMode.nullable().default(null),
}

/** The union of both payloads of the specification. Declared only: `jobSubmission` does not accept it. */
export const createEnvironmentTemplate = z.strictObject(settings)
export type CreateEnvironmentTemplate = z.output<typeof createEnvironmentTemplate>

/** The same as the template: one sandbox, one job. */
export const createEnvironmentInput = z.object(settings)
export type CreateEnvironmentInput = z.output<typeof createEnvironmentInput>

/** What came to be, and what the first flows into and out of the sandbox did. */
export const createEnvironmentResult = z.object({
  environmentId: entityId,
  sandboxWasCreated: z.boolean(),
  branchWasCreated: z.boolean(),
  inResult: flowInResult.nullable(),
  outResult: flowOutResult.nullable(),
})
export type CreateEnvironmentResult = z.infer<typeof createEnvironmentResult>
