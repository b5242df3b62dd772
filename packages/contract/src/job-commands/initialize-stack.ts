import { z } from 'zod'
import { entityId, nameField } from '../fields.ts'
import { limits } from '../limits.ts'
import { gitBranchName } from './branch-name.ts'
import { flowInResult } from './flow-in.ts'

const settings = {
  productionEnvironmentName: nameField('Production environment name').default('Production'),
  gitBranchName: gitBranchName.default('main'),
  includeSpecs: z
    .string({ error: 'Include specs is required' })
    .max(limits.includeSpecs, `Include specs cannot be longer than ${limits.includeSpecs} characters`)
    .refine((text) => text.trim() !== '', 'Include specs is required'),
  collectRetrievedMetadataArchives: z.boolean().default(false),
}

/** The standard include specs come with the console's configuration (`console-config.ts`). */
export const initializeStackTemplate = z.strictObject(settings)
export type InitializeStackTemplate = z.output<typeof initializeStackTemplate>

/** The same as the template: one stack, one job. */
export const initializeStackInput = z.object(settings)
export type InitializeStackInput = z.output<typeof initializeStackInput>

/** The first flow in of production, and the environment that it made. */
export const initializeStackResult = flowInResult.extend({ environmentId: entityId })
export type InitializeStackResult = z.infer<typeof initializeStackResult>
