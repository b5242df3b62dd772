import { z } from 'zod'
import { limits } from './limits.ts'

/** One addressable piece of metadata; `packageName` of the org's own metadata is `unpackaged`. */
export const componentIdentity = z.object({
  packageName: z.string(),
  componentType: z.string(),
  componentName: z.string(),
})
export type ComponentIdentity = z.infer<typeof componentIdentity>

/** The package of what is in no package. */
export const unpackagedPackage = 'unpackaged'

/** A component as a caller names it. */
export const componentName = z.strictObject({
  packageName: z.string().min(1).max(limits.componentType),
  componentType: z.string().min(1).max(limits.componentType),
  componentName: z.string().min(1).max(limits.componentName),
})

/**
 * Components that a person leaves out of a deployment; they are remembered as undeployed. Null leaves out what people have left out
 * of earlier flows out; a list, also an empty one, says everything that stays out.
 */
export const excludedComponents = z
  .array(componentName)
  .max(limits.excludedComponents, `At most ${limits.excludedComponents} components can be left out`)
  .nullable()
  .default(null)

/** What happened to a component between two states. */
export const changeType = z.enum(['None', 'Added', 'Modified', 'Deleted'])
export type ChangeType = z.infer<typeof changeType>

/** What Salesforce said about a component. Lines and columns begin at 1. */
export const componentProblem = z.object({
  type: z.enum(['Error', 'Warning', 'Info']),
  description: z.string(),
  archiveFilePath: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  /** Of a profile: the entry that the problem is about alone, `userPermissions ManageHpi`. */
  entry: z.string().optional(),
})
export type ComponentProblem = z.infer<typeof componentProblem>
