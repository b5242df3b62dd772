import type { MergePreviewQuery, MergedComponent } from '@sluice/contract/merge-preview'
import type { FileVersions } from '../repository/file-content.ts'

/** A flow merge to predict. The caller has checked that both environments belong to the stack. */
export interface WantedMerge {
  readonly workspaceId: string
  readonly userId: string
  readonly stackId: string
  readonly targetEnvironmentId: string
  readonly settings: MergePreviewQuery
}

/** One component of a prediction. */
export interface WantedMergedComponent extends WantedMerge {
  readonly component: Pick<MergedComponent, 'componentType' | 'componentName'>
}

/** The files of a component in the target's branch before and after the merge, and in its org before and after the deployment. */
export interface MergedComponentVersions {
  readonly merged: readonly FileVersions[]
  readonly deployed: readonly FileVersions[]
}

/** Null when the merge changes no such component; the reason says why it cannot be predicted. */
export type MergedComponentRead = MergedComponentVersions | { readonly reason: string } | null
