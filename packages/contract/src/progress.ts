import { z } from 'zod'
import { utc } from './fields.ts'

/** A node of the progress tree. `Disposed` is shown as Finished. */
export interface ProgressScope {
  id: string
  name: string
  status: 'Pending' | 'Executing' | 'Disposed'
  /** What it is doing right now, for people. */
  state: string | null
  itemsCompleted: number | null
  itemsTotal: number | null
  /** batches, components, bytes, branches, commits, files … */
  unit: string | null
  /** How many of the completed items failed; null where nothing fails item by item. */
  itemsFailed: number | null
  startedUtc: string | null
  /** Null until it has ended, and in progress that an earlier release recorded. */
  endedUtc: string | null
  childScopes: ProgressScope[]
}

/** The schema of a node with everything below it. */
export const progressScope: z.ZodType<ProgressScope> = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['Pending', 'Executing', 'Disposed']),
  state: z.string().nullable(),
  itemsCompleted: z.number().nullable(),
  itemsTotal: z.number().nullable(),
  unit: z.string().nullable(),
  itemsFailed: z.number().nullable().default(null),
  startedUtc: utc.nullable(),
  endedUtc: utc.nullable().default(null),
  get childScopes() {
    return z.array(progressScope)
  },
})

/** The body of a progress message; only a newer `timestampUtc` replaces an older one. */
export const jobProgress = z.object({ timestampUtc: utc, rootProgressScopes: z.array(progressScope) })
export type JobProgress = z.infer<typeof jobProgress>

/** What arrives on the subscription's WebSocket at `/api/progress`. */
export const progressMessage = z.object({ subject: z.literal('JobProgress'), body: jobProgress })
export type ProgressMessage = z.infer<typeof progressMessage>

/** The answer of `jobs.subscribeToProgress`, in the field names of the specification. */
export const progressSubscription = z.object({
  serviceBusFullyQualifiedNamespace: z.string(),
  topicSasToken: z.string(),
  topicName: z.string(),
  name: z.string(),
})
export type ProgressSubscription = z.infer<typeof progressSubscription>

/** Floored percent of a scope, or null when its total is unknown. */
export const progressPercent = (scope: Pick<ProgressScope, 'itemsCompleted' | 'itemsTotal'>): number | null =>
  scope.itemsTotal === null || scope.itemsTotal === 0
    ? null
    : Math.min(100, Math.floor(((scope.itemsCompleted ?? 0) / scope.itemsTotal) * 100))
