import type { ConsoleConfig } from '@sluice/contract/console-config'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import type { Environment } from '@sluice/contract/environment'
import type { Invitation } from '@sluice/contract/invitation'
import type { JobWithNotices } from '@sluice/contract/job'
import type { Member } from '@sluice/contract/member'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import type { RemoteRef } from '@sluice/contract/stacks'
import type { StackWithEnvironments } from '@sluice/contract/stack'
import type { AuthTokens, User } from '@sluice/contract/user'
import type { WorkspaceWithMembers } from '@sluice/contract/workspace'

const moment = '2026-01-31T12:00:00.000Z'

/** A valid identifier that reads like its number. */
export const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The user of `sampleMember`, as he is signed in. */
export const sampleUser = (changes: Partial<User> = {}): User => ({
  id: id(90),
  emailAddress: 'alice@acme.example',
  firstName: 'Alice',
  lastName: 'Moreau',
  mobilePhoneNumber: null,
  createdUtc: moment,
  firstSignedInUtc: moment,
  lastSignedInUtc: moment,
  passwordLastChangedUtc: null,
  isGlobalAdministrator: false,
  ...changes,
})

export const sampleConfig: ConsoleConfig = {
  productName: 'Sluice',
  apiBaseAddress: '/api',
  version: '1.4.0',
  versionDate: '2026-11-29',
  environmentName: 'test',
  supportEmailAddress: 'support@sluice.invalid',
  documentationUrl: 'https://sluice.invalid/docs',
  rolesDocumentationUrl: 'https://sluice.invalid/docs/roles',
  commandLineUrl: 'https://sluice.invalid/docs/cli',
  changelogUrl: 'https://sluice.invalid/changelog',
  licenseAgreementUrl: 'https://sluice.invalid/licence',
  serviceStatusUrl: 'https://sluice.invalid/status',
  copyright: '© Sluice',
  registration: 'open',
  hasNoAccounts: false,
  sendsMail: true,
  requestPauseMs: 0,
  salesforceHost: '.salesforce.com',
  defaultSignInUrl: 'https://login.salesforce.com',
  practiceOrgOrigin: null,
  defaultIncludeSpecs: 'unpackaged/~/ApexClass/**',
  gitHubOrganizationUrl: null,
  repositoryGraceDays: 7,
}

export const sampleMember = (changes: Partial<Member> = {}): Member => ({
  id: id(50),
  workspaceId: id(1),
  createdUtc: moment,
  invitedByUserId: null,
  userId: id(90),
  userEmailAddress: 'alice@acme.example',
  userFirstName: 'Alice',
  userLastName: 'Moreau',
  status: 'Active',
  accessLevel: 'Administrator',
  ...changes,
})

export const sampleInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: id(60),
  workspaceId: id(1),
  createdUtc: moment,
  validUntilUtc: moment,
  sendToEmailAddress: 'bob@acme.example',
  accessLevel: 'Reader',
  createdByUserId: id(90),
  isExpired: true,
  createdByMember: sampleMember(),
  ...changes,
})

export const sampleWorkspace = (changes: Partial<WorkspaceWithMembers> = {}): WorkspaceWithMembers => ({
  id: id(1),
  slug: 'acme',
  name: 'Acme Corp',
  createdUtc: moment,
  createdByUserId: id(90),
  ownerUserId: id(90),
  companyName: 'Acme',
  firstName: 'Alice',
  lastName: 'Moreau',
  phoneNumber: null,
  licenseKeyIsSet: true,
  members: [],
  invitations: [],
  ...changes,
})

export const sampleEnvironment = (changes: Partial<Environment> = {}): Environment => ({
  id: id(30),
  stackId: id(2),
  slug: 'production',
  name: 'Production',
  createdUtc: moment,
  createdByUserId: id(90),
  isProduction: true,
  isInitialized: true,
  isLocked: false,
  lockedByJobId: null,
  gitBranchName: 'main',
  gitBranchDisplayUrl: null,
  gitBranchEditorUrl: null,
  sfdcSandboxName: null,
  sfdcInferredSignInUrl: null,
  sfdcInferredUsernameClearText: null,
  sfdcSignInUrl: null,
  sfdcUsernameIsSet: true,
  sfdcUsernameClearText: 'admin@acme.example',
  sfdcPasswordIsSet: false,
  sfdcInferredApiVersionMode: 'Baseline',
  sfdcApiVersionMode: null,
  tags: {},
  latestKnownParityCommitHash: 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03',
  latestKnownParityCommitHashOutbound: null,
  latestKnownParityRevisionNumber: null,
  latestKnownParityIncludeSpecsHash: null,
  latestExternalDeploymentIdOnLastFullRetrieve: null,
  latestExternalDeploymentCheckedUtc: null,
  componentStateRevisionId: null,
  ...changes,
})

export const sampleStack = (changes: Partial<StackWithEnvironments> = {}): StackWithEnvironments => ({
  id: id(2),
  slug: 'core-crm',
  name: 'Core CRM',
  workspaceId: id(1),
  createdUtc: moment,
  createdByUserId: id(90),
  managedRepositoryHost: changes.gitRepositoryIsManaged === false ? null : 'BuiltIn',
  isInitialized: true,
  encryptionKeyIsSet: true,
  gitRepositoryIsManaged: true,
  gitRepositoryUrl: 'https://sluice.example/git/core.git',
  gitDisplayInfo: null,
  repositoryFirstReadUtc: null,
  gitUsernameIsSet: false,
  gitUsernameClearText: null,
  gitPasswordIsSet: false,
  metadataDirectoryRelativePath: '/src',
  metadataLayout: 'Packages',
  ensureMetadataIsPortable: false,
  sfdcBaseSignInUrl: 'https://login.salesforce.com',
  sfdcBaseUsernameIsSet: true,
  sfdcBaseUsernameClearText: 'admin@acme.example',
  sfdcPasswordIsSet: false,
  sfdcClientId: null,
  sfdcClientSecretIsSet: false,
  sfdcPrivateKeyIsSet: false,
  sfdcApiVersionMode: 'Baseline',
  sfdcApiVersionBaseline: 65,
  environments: [],
  productionEnvironment: changes.environments?.find(({ isProduction }) => isProduction) ?? null,
  ...changes,
})

export const sampleJob = (changes: Partial<JobWithNotices> = {}): JobWithNotices => ({
  id: id(70),
  workspaceId: id(1),
  stackId: id(2),
  createdUtc: moment,
  createdByUserId: id(90),
  createdByScheduleId: null,
  createdByScheduleOccurrenceUtc: null,
  status: 'Running',
  startedUtc: moment,
  workerType: 'Managed',
  workerInstanceIdentifier: null,
  workerInstanceLocation: null,
  cancellationIsRequested: false,
  cancellationRequestedUtc: null,
  cancellationRequestedByUserId: null,
  endedUtc: null,
  billableActiveWorkerMinutes: null,
  billablePassiveWorkerMinutes: null,
  lockWait: null,
  summary: null,
  outsideEffects: null,
  outcome: null,
  commandName: 'FlowIn',
  commandInput: {},
  error: null,
  dependencies: [],
  affectedEnvironments: [{ environmentId: id(30), role: 'None' }],
  artifacts: [],
  hasPendingInquiries: false,
  isCheckOnly: changes.commandInput?.['checkOnly'] === true,
  isLocked: false,
  mainEnvironmentId: id(30),
  notices: [],
  ...changes,
})

/** The head of a branch, as the repository of `sampleStack` has it. */
export const sampleBranch = (changes: Partial<RemoteRef> = {}): RemoteRef => ({
  id: 'refs/heads/main',
  stackId: id(2),
  name: 'refs/heads/main',
  shortName: 'main',
  targetIdentifier: 'f00dfeed00000000000000000000000000000001',
  directTargetIdentifier: 'f00dfeed00000000000000000000000000000001',
  isBranch: true,
  isRemoteTrackingBranch: false,
  isTag: false,
  isNote: false,
  ...changes,
})

const version65 = { label: 'Winter 26', versionString: '65.0' }

export const sampleSalesforceInfo: SalesforceInfo = {
  environmentId: id(30),
  stackId: id(2),
  orgInfo: {
    orgId: '00D000000000001',
    instanceName: 'EU42',
    name: 'Northbeam Lighting',
    namespacePrefix: null,
    organizationType: 'Enterprise Edition',
    platformVersion: '65.0',
    supportedApiVersions: ['64.0', '65.0'],
  },
  apiVersionInfo: {
    apiVersionMode: 'Baseline',
    apiVersionModeIsInferred: true,
    platformApiVersion: version65,
    baselineApiVersion: version65,
    latestRulesApiVersion: version65,
    effectiveApiVersion: version65,
    effectiveIsAheadBaseline: false,
    effectiveIsBehindPlatform: false,
  },
  lastFetchedUtc: moment,
  insertedUtc: moment,
}

/** What every page with an environment asks for. */
export const environmentAnswers = {
  stacks: {
    listBranches: [sampleBranch()],
    listSandboxes: [],
    getLayout: { branch: null, layout: null, summary: 'The repository is empty', refusal: null },
  },
  environments: { getSalesforceInfo: sampleSalesforceInfo },
  differences: { list: { differences: [] }, listSyncDebt: { sandboxes: [] } },
}

export const sampleTokens: AuthTokens = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }

/** A deployment that went well and overwrote nothing. */
export const sampleFlowOutResult: FlowOutResult = {
  isSuccessful: true,
  isCheckOnly: false,
  diffResult: {
    diffCounts: { anyChanges: false, added: 0, modified: 0, deleted: 0 },
    packageDiffResults: [],
  },
  attempts: [],
  failures: [],
  successes: [],
  excludedComponents: [],
  notDeployed: [],
  onlyInOrg: [],
  confirmedClobber: [],
  potentialClobber: [],
  newChanges: null,
  environmentSnapshot: null,
  validation: null,
  reachedMaximumNumberAttempts: false,
  reachedOnlyFailures: false,
  reachedRepeatedState: false,
  allOrNothingAttemptFailed: false,
  lastAttemptFailed: false,
  stats: {
    added: 0,
    modified: 0,
    deleted: 0,
    unchanged: 0,
    items: 0,
    attempts: 0,
    succeeded: 0,
    failed: 0,
    totalComponents: 0,
  },
}
