import { z } from 'zod'
import { apiVersionMode } from './api-version-mode.ts'
import { environment } from './environment.ts'
import { entityId, utc } from './fields.ts'
import { layoutOfStack } from './metadata-layout.ts'

/** In the templates `{hash}`, `{from}` and `{to}` stand for commit hashes. */
const gitDisplayInfo = z.object({
  providerDisplayName: z.string(),
  repositoryDisplayUrl: z.string().nullable(),
  commitDetailsDisplayUrlTemplate: z.string().nullable(),
  commitCompareDisplayUrlTemplate: z.string().nullable(),
})

/** One production org, one Git repository, their environments. */
export const stack = z.object({
  id: entityId,
  slug: z.string(),
  name: z.string(),
  workspaceId: entityId,
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  isInitialized: z.boolean(),
  encryptionKeyIsSet: z.boolean(),
  gitRepositoryIsManaged: z.boolean(),
  /** Who keeps a managed repository; null for one that the stack brought along. */
  managedRepositoryHost: z.enum(['BuiltIn', 'GitHub']).nullable(),
  /** Empty while the repository of a stack that is not initialized is still to be made at GitHub. */
  gitRepositoryUrl: z.string(),
  gitDisplayInfo: gitDisplayInfo.nullable(),
  /** When a person first read the repository with Git; known only of the built-in host. */
  repositoryFirstReadUtc: utc.nullable(),
  gitUsernameIsSet: z.boolean(),
  gitUsernameClearText: z.string().nullable(),
  gitPasswordIsSet: z.boolean(),
  /** Where the metadata lies in the repository, for example `/src`. */
  metadataDirectoryRelativePath: z.string(),
  metadataLayout: layoutOfStack,
  /** Leaves out of Git what only one org can hold. */
  ensureMetadataIsPortable: z.boolean(),
  sfdcBaseSignInUrl: z.string().nullable(),
  sfdcBaseUsernameIsSet: z.boolean(),
  sfdcBaseUsernameClearText: z.string().nullable(),
  sfdcPasswordIsSet: z.boolean(),
  /** Consumer key of the team's own app in the org; null: the app of this server. */
  sfdcClientId: z.string().nullable(),
  sfdcClientSecretIsSet: z.boolean(),
  sfdcPrivateKeyIsSet: z.boolean(),
  sfdcApiVersionMode: apiVersionMode,
  /** The version that `Baseline` speaks with every org of the stack. */
  sfdcApiVersionBaseline: z.number().nullable(),
})
export type Stack = z.infer<typeof stack>

/** What `pushStacks` carries. */
export const stackWithEnvironments = stack.extend({
  environments: z.array(environment),
  /** The one of them that stands for the production org; null before the stack is initialized. */
  productionEnvironment: environment.nullable(),
})
export type StackWithEnvironments = z.infer<typeof stackWithEnvironments>

/** A stack can be deleted when every environment is production and not locked. */
export const canDeleteStack = (
  environments: readonly { isProduction: boolean; isLocked: boolean }[],
): boolean => environments.every((e) => e.isProduction && !e.isLocked)
