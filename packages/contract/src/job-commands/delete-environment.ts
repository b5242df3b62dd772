import { z } from 'zod'
import { entityId } from '../fields.ts'
import { environmentFilter } from './environment-filter.ts'

const settings = { deleteGitBranch: z.boolean().default(false), deleteSandbox: z.boolean().default(false) }

/**
 * A filter, and what goes with the environment. Nothing of it can be undone. Declared only: `jobSubmission` does not
 * accept it.
 */
export const deleteEnvironmentTemplate = z.strictObject({ environmentFilter, ...settings })
export type DeleteEnvironmentTemplate = z.output<typeof deleteEnvironmentTemplate>

/** What one job gets. */
export const deleteEnvironmentInput = z.object({
  environmentId: entityId,
  environmentName: z.string(),
  ...settings,
})
export type DeleteEnvironmentInput = z.output<typeof deleteEnvironmentInput>

/** What went with the environment. */
export const deleteEnvironmentResult = z.object({
  gitBranchWasDeleted: z.boolean(),
  sandboxWasDeleted: z.boolean(),
})
export type DeleteEnvironmentResult = z.infer<typeof deleteEnvironmentResult>
