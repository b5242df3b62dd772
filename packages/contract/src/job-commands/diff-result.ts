import { z } from 'zod'
import { componentIdentity } from '../component.ts'

const contentItem = z.object({
  name: z.string(),
  type: z.enum(['Unknown', 'File', 'CompositeComponentContent', 'NestedComponent']),
  isComponent: z.boolean(),
  componentIdentity: z.object({ componentType: z.string(), componentName: z.string() }).nullable(),
})

const diffComponent = componentIdentity.extend({
  contentItems: z.array(contentItem),
  addedContentItems: z.array(contentItem),
  modifiedContentItems: z.array(contentItem),
  deletedContentItems: z.array(contentItem),
  canDeployAdd: z.boolean(),
  canDeployModify: z.boolean(),
  canDeployDelete: z.boolean(),
  isCompositeComponent: z.boolean(),
  alwaysSingleContentItem: z.boolean(),
})

/** What differs between two states, by package. */
export const diffResult = z.object({
  diffCounts: z.object({
    anyChanges: z.boolean(),
    added: z.number(),
    modified: z.number(),
    deleted: z.number(),
  }),
  packageDiffResults: z.array(
    z.object({
      packageName: z.string(),
      added: z.array(diffComponent),
      modified: z.array(diffComponent),
      deleted: z.array(diffComponent),
    }),
  ),
})
export type DiffResult = z.infer<typeof diffResult>
export type DiffComponent = z.infer<typeof diffComponent>
