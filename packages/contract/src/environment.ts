import { z } from 'zod'
import { apiVersionMode } from './api-version-mode.ts'
import { entityId, utc } from './fields.ts'

/** One Git branch tied to one org. */
export const environment = z.object({
  id: entityId,
  stackId: entityId,
  slug: z.string(),
  name: z.string(),
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  isProduction: z.boolean(),
  isInitialized: z.boolean(),
  isLocked: z.boolean(),
  /** The job that holds the lock. */
  lockedByJobId: entityId.nullable(),
  gitBranchName: z.string(),
  gitBranchDisplayUrl: z.string().nullable(),
  gitBranchEditorUrl: z.string().nullable(),
  /** Null or empty means production. */
  sfdcSandboxName: z.string().nullable(),
  sfdcInferredSignInUrl: z.string().nullable(),
  sfdcInferredUsernameClearText: z.string().nullable(),
  sfdcSignInUrl: z.string().nullable(),
  sfdcUsernameIsSet: z.boolean(),
  sfdcUsernameClearText: z.string().nullable(),
  sfdcPasswordIsSet: z.boolean(),
  sfdcInferredApiVersionMode: apiVersionMode,
  /** Null inherits the stack's mode. */
  sfdcApiVersionMode: apiVersionMode.nullable(),
  tags: z.record(z.string(), z.string().nullable()),
  /** The commit whose metadata the org is known to equal, except for undeployed components. */
  latestKnownParityCommitHash: z.string().nullable(),
  /** Everything up to this commit has been offered to the org. */
  latestKnownParityCommitHashOutbound: z.string().nullable(),
  /** The highest revision of source tracking that Git holds; null without tracking. */
  latestKnownParityRevisionNumber: z.number().nullable(),
  /** The specs of the last retrieve; others forbid a partial one. */
  latestKnownParityIncludeSpecsHash: z.string().nullable(),
  /** Change sets leave no trace in source tracking; a newer one than this forbids a partial retrieve. */
  latestExternalDeploymentIdOnLastFullRetrieve: z.string().nullable(),
  latestExternalDeploymentCheckedUtc: utc.nullable(),
  /** The current set of undeployed components. */
  componentStateRevisionId: entityId.nullable(),
})
export type Environment = z.infer<typeof environment>

/** How the org is called on the screen: by its sandbox name, which production does not have. */
export const orgDisplayName = (e: Pick<Environment, 'sfdcSandboxName'>): string =>
  e.sfdcSandboxName || 'Production'

/** Whether the environment stands for the production org or for a sandbox of it. */
export const orgDisplayType = (e: Pick<Environment, 'sfdcSandboxName'>): 'production' | 'sandbox' =>
  e.sfdcSandboxName ? 'sandbox' : 'production'

/** Pickers show sandboxes first, then by name case-insensitively. */
export function compareForPicker(a: Environment, b: Environment): number {
  if (a.isProduction !== b.isProduction) return a.isProduction ? 1 : -1
  return a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })
}

/** Why an environment cannot be deleted, or null when it can. */
export function environmentDeletionProblem(e: Pick<Environment, 'isProduction' | 'isLocked'>): string | null {
  if (e.isProduction) return 'The production environment cannot be deleted.'
  if (!e.isLocked) return null
  return 'This environment is locked. You must wait for the environment to become unlocked before deleting it.'
}
