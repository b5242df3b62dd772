/** A file in the versions of a merge; null where it is absent. */
export interface MergedFile {
  /** Below the metadata directory: `unpackaged/objects/Car__c.object`. */
  readonly path: string
  readonly base: Uint8Array | null
  readonly ours: Uint8Array | null
  readonly theirs: Uint8Array | null
  /** What the merge gives, all conflicts resolved. */
  readonly merged: Uint8Array | null
}
