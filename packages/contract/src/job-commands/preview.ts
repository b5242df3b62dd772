import { z } from 'zod'
import { entityId } from '../fields.ts'

/** Which list of differences was shown for each environment before the jobs were submitted; none where nothing was shown. */
export const previews = z
  .array(z.strictObject({ environmentId: entityId, revision: z.number().int().min(0) }))
  .max(1000)
  .default([])

/**
 * Which predictions of flow merges were shown for each target before the jobs were submitted. The server predicts them again and refuses
 * the job when its prediction is another one.
 */
export const mergePreviews = z
  .array(z.strictObject({ environmentId: entityId, predictionId: z.string().max(100) }))
  .max(20)
  .default([])

/** The same for one job. The server keeps the list with the job, which says what is otherwise when it runs. */
export const previewRevision = z.number().int().nullable().default(null)
