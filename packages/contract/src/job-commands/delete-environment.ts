import { z } from 'zod'
import { entityId } from '../fields.ts'
import { environmentFilter } from './environment-filter.ts'

const settings = { deleteGitBranch: z.boolean().default(false), deleteSandbox: z.boolean().default(false) }

/**
 * A filter, and what is deleted with each environment. Nothing of it can be undone. `all` and tags mean sandbox
 * environments only; the production environment can be named by its id alone, and is refused.
 */
export const deleteEnvironmentTemplate = z.strictObject({ environmentFilter, ...settings })
export type DeleteEnvironmentTemplate = z.output<typeof deleteEnvironmentTemplate>

/** What one job gets. The name is kept for the title of the job, which outlives the environment. */
export const deleteEnvironmentInput = z.object({
  environmentId: entityId,
  environmentName: z.string(),
  ...settings,
})
export type DeleteEnvironmentInput = z.output<typeof deleteEnvironmentInput>

/** The branch and the sandbox that the environment had, and whether this job deleted them. */
export const deleteEnvironmentResult = z.object({
  gitBranchName: z.string(),
  gitBranchWasDeleted: z.boolean(),
  sfdcSandboxName: z.string().nullable(),
  sandboxWasDeleted: z.boolean(),
})
export type DeleteEnvironmentResult = z.infer<typeof deleteEnvironmentResult>
