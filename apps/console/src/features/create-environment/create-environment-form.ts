import type {
  CreateEnvironmentInput,
  CreateEnvironmentTemplate,
} from '@sluice/contract/job-commands/create-environment'
import { type CreateEnvironmentForm, needsAccessGroup, takesTemplate } from './create-environment-schema.ts'
import { branchExists, type KnownNames, sandboxExists } from './known-names.ts'

export const newCreateEnvironmentForm: CreateEnvironmentForm = {
  environmentName: '',
  gitBranchName: '',
  allowUseExistingBranch: false,
  sfdcSandboxName: '',
  allowUseExistingSandbox: false,
  sfdcSandboxDescription: '',
  sfdcSandboxLicenseType: 'Developer',
  accessGroup: '',
  template: '',
  hasAdditionalStorage: false,
  apiVersion: 'Inferred',
  ofApi: {
    sourceEnvironmentName: null,
    sfdcSandboxMaxHistoryDays: null,
    sfdcSandboxCopyChatter: null,
    sfdcSandboxApexClassName: null,
  },
}

const lettersAndDigits = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '')
const proposedSandboxNameLength = 10

/** The branch and the sandbox that are proposed for an environment of this name. */
export const proposedNames = (name: string) => ({
  gitBranchName: `env/${lettersAndDigits(name)}`,
  sfdcSandboxName: lettersAndDigits(name).slice(0, proposedSandboxNameLength),
})

/** What is submitted. What describes a new sandbox is left out for one that exists. */
export function toCreateEnvironmentTemplate(
  form: CreateEnvironmentForm,
  known: KnownNames,
  tags: CreateEnvironmentTemplate['tags'],
): CreateEnvironmentTemplate {
  const branchIsThere = branchExists(known, form.gitBranchName)
  const sandboxIsThere = sandboxExists(known, form.sfdcSandboxName)
  return {
    environmentName: form.environmentName,
    gitBranchName: form.gitBranchName,
    sfdcSandboxName: form.sfdcSandboxName,
    tags,
    allowUseExistingBranch: form.allowUseExistingBranch && branchIsThere !== false,
    allowUseExistingSandbox: form.allowUseExistingSandbox && sandboxIsThere !== false,
    sfdcApiVersionMode: form.apiVersion === 'Inferred' ? null : form.apiVersion,
    sourceEnvironmentName: form.ofApi.sourceEnvironmentName,
    ...(sandboxIsThere === true ? noNewSandbox : newSandboxOf(form)),
  }
}

const noNewSandbox = {
  sfdcSandboxDescription: null,
  sfdcSandboxLicenseType: 'Developer',
  sfdcSandboxActivationUserGroupName: null,
  sfdcSandboxTemplateName: null,
  sfdcSandboxMaxHistoryDays: null,
  sfdcSandboxCopyChatter: null,
  sfdcSandboxApexClassName: null,
  sfdcSandboxFeatures: [],
} satisfies Partial<CreateEnvironmentTemplate>

function newSandboxOf(form: CreateEnvironmentForm) {
  const isDeveloper = needsAccessGroup(form)
  const { sfdcSandboxMaxHistoryDays: days, sfdcSandboxCopyChatter: chatter } = form.ofApi
  const isFull = form.sfdcSandboxLicenseType === 'Full'
  return {
    sfdcSandboxMaxHistoryDays: isFull ? days : null,
    sfdcSandboxCopyChatter: isFull ? chatter : null,
    sfdcSandboxApexClassName: form.ofApi.sfdcSandboxApexClassName,
    sfdcSandboxDescription: form.sfdcSandboxDescription || null,
    sfdcSandboxLicenseType: form.sfdcSandboxLicenseType,
    sfdcSandboxActivationUserGroupName: isDeveloper ? form.accessGroup || null : null,
    sfdcSandboxTemplateName: takesTemplate(form) ? form.template || null : null,
    sfdcSandboxFeatures: isDeveloper && form.hasAdditionalStorage ? ['SandboxStorage' as const] : [],
  }
}

/** The form with the settings of a job. */
export const createEnvironmentFormOf = (input: CreateEnvironmentInput): CreateEnvironmentForm => ({
  environmentName: input.environmentName,
  gitBranchName: input.gitBranchName,
  allowUseExistingBranch: input.allowUseExistingBranch,
  sfdcSandboxName: input.sfdcSandboxName,
  allowUseExistingSandbox: input.allowUseExistingSandbox,
  sfdcSandboxDescription: input.sfdcSandboxDescription ?? '',
  sfdcSandboxLicenseType: input.sfdcSandboxLicenseType,
  accessGroup: input.sfdcSandboxActivationUserGroupName ?? '',
  template: input.sfdcSandboxTemplateName ?? '',
  hasAdditionalStorage: input.sfdcSandboxFeatures.includes('SandboxStorage'),
  apiVersion: input.sfdcApiVersionMode ?? 'Inferred',
  ofApi: {
    sourceEnvironmentName: input.sourceEnvironmentName,
    sfdcSandboxMaxHistoryDays: input.sfdcSandboxMaxHistoryDays,
    sfdcSandboxCopyChatter: input.sfdcSandboxCopyChatter,
    sfdcSandboxApexClassName: input.sfdcSandboxApexClassName,
  },
})
