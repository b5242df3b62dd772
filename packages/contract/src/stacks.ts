import { z } from 'zod'
import { apiVersionMode } from './api-version-mode.ts'
import { collaboratorRoutes } from './collaborator-routes.ts'
import { entityId, nameField, optionalText, repositoryUrlField, requiredText, slugField } from './fields.ts'
import { gitBranchName } from './job-commands/branch-name.ts'
import { limits } from './limits.ts'
import { branchLayout } from './metadata-layout.ts'
import { route } from './route.ts'
import { accessGroup, sandbox, sandboxTemplate } from './sandbox.ts'
import { signInRoutes } from './sign-in-routes.ts'

const stackPath = '/workspaces/:workspaceId/stacks/:stackId' as const
const metadataPath = optionalText('Metadata path', limits.relativePath)
const gitUsername = optionalText('Username', limits.username)
const gitPassword = optionalText('Password or token', limits.password * 4)
const sfdcPassword = optionalText('Password', limits.password + limits.securityToken)

/** A custom repository brings url, username and password; a managed one is made by the product. */
export const newStack = z
  .strictObject({
    name: nameField('Stack name'),
    slug: slugField.optional(),
    gitRepositoryIsManaged: z.boolean(),
    gitRepositoryUrl: repositoryUrlField('Repository URL').nullable().default(null),
    gitUsername: gitUsername.default(null),
    gitPassword: gitPassword.default(null),
    metadataDirectoryRelativePath: metadataPath.default('/src'),
    ensureMetadataIsPortable: z.boolean().default(false),
    sfdcApiVersionMode: apiVersionMode.default('Baseline'),
    /** From the device-code sign-in. The older name is accepted too. */
    sfdcEncryptedToken: z.string().max(limits.encryptedToken).nullable().default(null),
    encryptedToken: z.string().max(limits.encryptedToken).nullable().default(null),
    sfdcBaseSignInUrl: optionalText('Salesforce sign-in URL', limits.url).default(null),
    sfdcBaseUsername: optionalText('Username', limits.username).default(null),
    sfdcPassword: sfdcPassword.default(null),
  })
  .superRefine((value, context) => {
    if (value.gitRepositoryIsManaged) return
    const missing = [
      [value.gitRepositoryUrl, 'gitRepositoryUrl', 'Repository URL must be a valid URL'],
      [value.gitUsername, 'gitUsername', 'Username is required'],
      [value.gitPassword, 'gitPassword', 'Password or token is required'],
    ] as const
    for (const [field, path, message] of missing) {
      if (field === null) context.addIssue({ code: 'custom', path: [path], message })
    }
  })

/** What may change on a stack; a missing property stays as it is, null clears it. */
export const stackChanges = z.strictObject({
  name: nameField('Stack name').optional(),
  slug: slugField.optional(),
  gitRepositoryUrl: repositoryUrlField('Repository URL').optional(),
  gitUsername: gitUsername.optional(),
  gitPassword: gitPassword.optional(),
  metadataDirectoryRelativePath: metadataPath.optional(),
  ensureMetadataIsPortable: z.boolean().optional(),
  sfdcBaseSignInUrl: optionalText('Salesforce sign-in URL', limits.url).optional(),
  sfdcBaseUsername: optionalText('Username', limits.username).optional(),
  sfdcPassword: sfdcPassword.optional(),
  /** Another client id than before clears the secret and the private key, which belong to the app before. */
  sfdcClientId: optionalText('Client id', limits.clientId).optional(),
  sfdcClientSecret: optionalText('Client secret', limits.clientSecret).optional(),
  /** PEM of an RSA key whose certificate the app has: signs in without a person, where no token and no password is stored. */
  sfdcPrivateKey: optionalText('Private key', limits.privateKey).optional(),
  sfdcApiVersionMode: apiVersionMode.optional(),
})

/** What the check of Git credentials takes; each message names its field. */
export const gitCredentials = z.strictObject({
  repositoryUrl: repositoryUrlField('Repository URL'),
  username: requiredText('Username', limits.username),
  password: requiredText('Password or token', limits.password * 4),
})

/** A repository that no stack has yet. */
const repositoryToLookAt = gitCredentials.extend({
  metadataDirectoryRelativePath: metadataPath.default('/src'),
})

/** The branches of the repository, or why they are not known. */
const remoteRef = z.object({
  id: z.string(),
  stackId: entityId,
  name: z.string(),
  shortName: z.string(),
  targetIdentifier: z.string(),
  directTargetIdentifier: z.string(),
  isBranch: z.boolean(),
  isRemoteTrackingBranch: z.boolean(),
  isTag: z.boolean(),
  isNote: z.boolean(),
})
export type RemoteRef = z.infer<typeof remoteRef>

/** The calls about stacks, their connections and their secrets; stacks themselves arrive by push. */
export const stacks = {
  create: route({
    method: 'POST',
    path: '/workspaces/:workspaceId/stacks',
    summary: 'Create a stack with a managed or a custom repository',
    access: 'createStack',
    body: newStack,
    response: z.object({ id: entityId, slug: z.string() }),
    problems: [
      'validationFailed',
      'sfdcCredentialsOrgTypeIncorrect',
      'sfdcCredentialsInvalid',
      'entityConflict',
    ],
    rate: 'write',
  }),
  update: route({
    method: 'PATCH',
    path: stackPath,
    summary: 'Change a stack',
    access: 'updateStack',
    body: stackChanges,
    problems: ['validationFailed', 'patchPropertyNotAllowed', 'entityConflict'],
    rate: 'write',
  }),
  delete: route({
    method: 'DELETE',
    path: stackPath,
    summary: 'Delete a stack whose only environment is an unlocked production and whose jobs have ended',
    access: 'deleteStack',
    problems: ['nonEmptyStackNotDeletable'],
    rate: 'write',
  }),
  getEncryptionKey: route({
    method: 'GET',
    path: `${stackPath}/encryption-key`,
    summary: 'The key that the stored credentials of the stack are sealed with',
    access: 'readEncryptionKey',
    response: z.object({ encryptionKey: z.string() }),
    problems: ['encryptionKeyMissing'],
    rate: 'secret',
  }),
  setTokenData: route({
    method: 'PUT',
    path: `${stackPath}/salesforce/token-data`,
    summary: 'Replace the stored Salesforce token',
    access: 'updateStack',
    body: z.strictObject({ encryptedToken: z.string().min(1).max(limits.encryptedToken) }),
    problems: ['sfdcCredentialsInvalid', 'sfdcCredentialsOrgTypeIncorrect'],
    rate: 'write',
  }),
  listBranches: route({
    method: 'GET',
    path: `${stackPath}/git/branches`,
    summary: 'The branches of the repository',
    access: 'readWorkspace',
    response: z.array(remoteRef),
    problems: ['gitCredentialsInvalid', 'gitCredentialsMissing'],
    rate: 'read',
  }),
  getLayout: route({
    method: 'GET',
    path: `${stackPath}/git/layout`,
    summary: 'How a branch keeps metadata, and whether the stack can be initialized with it',
    access: 'readWorkspace',
    query: z.object({ branch: gitBranchName }),
    response: branchLayout,
    problems: ['gitCredentialsInvalid', 'gitCredentialsMissing', 'repositoryNotSupported', 'tooManyRequests'],
    rate: 'read',
  }),
  getLayoutOfRepository: route({
    method: 'POST',
    path: '/workspaces/:workspaceId/repository-layout',
    summary: 'How the default branch of a repository keeps metadata, before a stack is created with it',
    access: 'createStack',
    body: repositoryToLookAt,
    response: branchLayout,
    problems: ['gitCredentialsInvalid', 'repositoryNotSupported', 'tooManyRequests'],
    rate: 'gitCredentialCheck',
  }),
  listSandboxes: route({
    method: 'GET',
    path: `${stackPath}/salesforce/sandboxes`,
    summary: 'The sandboxes of the production org',
    access: 'readWorkspace',
    response: z.array(sandbox),
    problems: ['sfdcCredentialsMissing', 'sfdcCredentialsInvalid', 'sfdcInternalError'],
    rate: 'read',
  }),
  listSandboxPublicGroups: route({
    method: 'GET',
    path: `${stackPath}/salesforce/sandbox-public-groups`,
    summary: 'The public groups of the production org, one of which a new sandbox lets in',
    access: 'readWorkspace',
    response: z.array(accessGroup),
    problems: ['sfdcCredentialsMissing', 'sfdcCredentialsInvalid', 'sfdcInternalError'],
    rate: 'read',
  }),
  listSandboxTemplates: route({
    method: 'GET',
    path: `${stackPath}/salesforce/sandbox-templates`,
    summary: 'The sandbox templates of the production org',
    access: 'readWorkspace',
    response: z.array(sandboxTemplate),
    problems: ['sfdcCredentialsMissing', 'sfdcCredentialsInvalid', 'sfdcInternalError'],
    rate: 'read',
  }),
  ...collaboratorRoutes,
  ...signInRoutes,
  validateGitCredentials: route({
    method: 'POST',
    path: '/validate/git-credentials',
    summary: 'Whether the repository can be reached with these credentials',
    access: 'anonymous',
    body: gitCredentials,
    problems: ['gitCredentialsInvalid', 'tooManyRequests'],
    rate: 'gitCredentialCheck',
  }),
}
