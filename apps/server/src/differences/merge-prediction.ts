import type { MergePreviewQuery } from '@sluice/contract/merge-preview'

/** A flow merge that somebody thinks about. Both environments are known to be of the stack. */
export interface WantedMerge {
  readonly workspaceId: string
  readonly userId: string
  readonly stackId: string
  readonly targetEnvironmentId: string
  readonly settings: MergePreviewQuery
}
