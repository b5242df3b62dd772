import { apiVersionMode } from '@sluice/contract/api-version-mode'
import {
  type CreateEnvironmentInput,
  createEnvironmentTemplate,
} from '@sluice/contract/job-commands/create-environment'
import { limits } from '@sluice/contract/limits'
import { sandboxLicenseType } from '@sluice/contract/sandbox'
import { z } from 'zod'
import { branchExists, isSame, type KnownNames, sandboxExists } from './known-names.ts'

const { environmentName, gitBranchName, sfdcSandboxName } = createEnvironmentTemplate.shape

type SettingsOfApi = Pick<
  CreateEnvironmentInput,
  | 'sourceEnvironmentName'
  | 'sfdcSandboxMaxHistoryDays'
  | 'sfdcSandboxCopyChatter'
  | 'sfdcSandboxApexClassName'
>

const values = z.object({
  environmentName,
  gitBranchName,
  allowUseExistingBranch: z.boolean(),
  sfdcSandboxName,
  allowUseExistingSandbox: z.boolean(),
  sfdcSandboxDescription: z
    .string()
    .max(
      limits.sandboxDescription,
      `Sandbox description cannot be longer than ${limits.sandboxDescription} characters`,
    ),
  sfdcSandboxLicenseType: sandboxLicenseType,
  /** Empty: none is chosen. */
  accessGroup: z.string(),
  /** Empty: none is chosen. */
  template: z.string(),
  hasAdditionalStorage: z.boolean(),
  apiVersion: z.enum(['Inferred', ...apiVersionMode.options]),
  /** Only the API can make these settings. No step changes them, and a job that is run again keeps them. */
  ofApi: z.custom<SettingsOfApi>(),
})
export type CreateEnvironmentForm = z.output<typeof values>

/** The environment whose branch and sandbox are copied; production unless a job that is run again names another one. */
export function sourceOf({ environments }: KnownNames, { ofApi }: Pick<CreateEnvironmentForm, 'ofApi'>) {
  const { sourceEnvironmentName: source } = ofApi
  return environments.find(({ name, isProduction }) =>
    source === null ? isProduction : isSame(name, source),
  )
}

type Licensed = Pick<CreateEnvironmentForm, 'sfdcSandboxLicenseType'>
export const needsAccessGroup = ({ sfdcSandboxLicenseType: type }: Licensed) =>
  type === 'Developer' || type === 'DeveloperPro'
export const takesTemplate = ({ sfdcSandboxLicenseType: type }: Licensed) =>
  type === 'Partial' || type === 'Full'
const needsTemplate = ({ sfdcSandboxLicenseType: type, ofApi }: CreateEnvironmentForm) =>
  type === 'Partial' && ofApi.sourceEnvironmentName === null

const mustBeSet = (label: string) => `${label} must be set with this sandbox license type`

/** The rules for the form as it is now. A creation that failed leaves its environment, which the next one takes over. */
export function createEnvironmentSchema(known: KnownNames, form: CreateEnvironmentForm) {
  const others = known.environments.filter(
    ({ name, isInitialized, isProduction }) =>
      isInitialized || isProduction || !isSame(name, form.environmentName),
  )
  const isFree = (column: 'name' | 'gitBranchName' | 'sfdcSandboxName') => (value: string) =>
    !others.some((environment) => isSame(environment[column], value))
  const exists = sandboxExists(known, form.sfdcSandboxName)
  // Where nobody knows which sandboxes exist, the confirmation tells.
  const isNew = exists === null ? !form.allowUseExistingSandbox : !exists
  return values.extend({
    environmentName: environmentName.refine(
      isFree('name'),
      'There is already another environment with this name',
    ),
    gitBranchName: gitBranchName.refine(
      isFree('gitBranchName'),
      'This Git branch is already used by another environment',
    ),
    allowUseExistingBranch: z
      .boolean()
      .refine(
        (isAllowed) => isAllowed || branchExists(known, form.gitBranchName) !== true,
        'You must confirm to use an existing Git branch',
      ),
    sfdcSandboxName: sfdcSandboxName.refine(
      isFree('sfdcSandboxName'),
      'This sandbox is already used by another environment',
    ),
    allowUseExistingSandbox: z
      .boolean()
      .refine((isAllowed) => isAllowed || exists !== true, 'You must confirm to use an existing sandbox'),
    // A description that was entered for another name is not shown and not submitted.
    sfdcSandboxDescription: exists === true ? z.string() : values.shape.sfdcSandboxDescription,
    accessGroup: z
      .string()
      .refine((group) => group !== '' || !isNew || !needsAccessGroup(form), mustBeSet('Access group')),
    template: z
      .string()
      .refine((template) => template !== '' || !isNew || !needsTemplate(form), mustBeSet('Template')),
  })
}
