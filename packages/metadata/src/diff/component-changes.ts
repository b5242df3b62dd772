import type { ComponentIdentity, ContentItem } from '../component.ts'
export type ChangeType = 'Added' | 'Modified' | 'Deleted'
export interface FileChange {
  readonly path: string
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}
export interface ContentItemChange {
  readonly item: ContentItem
  readonly changeType: ChangeType
}
export interface ComponentChange {
  readonly identity: ComponentIdentity
  readonly changeType: ChangeType
  /** the composite of a nested component; the composite itself is a change only when its own content changed or it came or went */
  readonly parent: ComponentIdentity | null
  readonly contentItems: readonly ContentItemChange[]
  readonly paths: readonly string[]
  readonly isComposite: boolean
  readonly alwaysSingleContentItem: boolean
  readonly canDeployAdd: boolean
  readonly canDeployModify: boolean
  readonly canDeployDelete: boolean
  readonly undeployableReason?: 'ComponentIsNotDeployable' | 'ComponentTypeIsSilentDeleteFailure'
}
/** isPresent tells whether a bundle's directory (ends with '/') exists before or after; without it the bundle's main file decides. */
export declare function componentChanges(
  fileChanges: Iterable<FileChange>,
  o?: { readonly isPresent?: (side: 'before' | 'after', directory: string) => boolean },
): ComponentChange[]
