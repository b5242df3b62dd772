import type { MergePreviewQuery } from '@sluice/contract/merge-preview'

/** A flow merge to predict. The caller has checked that both environments belong to the stack. */
export interface WantedMerge {
  readonly workspaceId: string
  readonly userId: string
  readonly stackId: string
  readonly targetEnvironmentId: string
  readonly settings: MergePreviewQuery
}
