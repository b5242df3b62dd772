import type { MergePreview, MergePreviewQuery } from '@sluice/contract/merge-preview'
import type { Context } from '../context.ts'

/** A flow merge that somebody thinks about. Both environments are known to be of the stack. */
export interface WantedMerge {
  readonly workspaceId: string
  readonly userId: string
  readonly stackId: string
  readonly targetEnvironmentId: string
  readonly settings: MergePreviewQuery
}

/** What a flow merge would do. Changes nothing, asks no org and holds no transaction while Git works. */
export type PredictMerge = (ctx: Context, merge: WantedMerge) => Promise<MergePreview>
