import { z } from 'zod'
import { entityId } from './fields.ts'

/** A file that a job left behind; `Output` is its result as JSON. */
export const artifactType = z.enum([
  'Output',
  'RetrievedMetadataArchive',
  'DeploymentDeltaArchive',
  'JUnitTestResults',
  'Log',
])
/** What is told of an artifact; its bytes come through `jobs.downloadArtifact`. */
export const artifact = z.object({
  id: entityId,
  name: z.string(),
  type: artifactType,
  sizeBytes: z.number().int(),
})
export type Artifact = z.infer<typeof artifact>
export type ArtifactType = z.infer<typeof artifactType>
