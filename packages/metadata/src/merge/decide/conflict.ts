/** Why a person has to decide. */
export type ConflictReason =
  | 'changedByBoth'
  | 'addedByBoth'
  | 'deletedAndChanged'
  | 'movedByBoth'
  | 'numberedListChangedByBoth'
  | 'brokenByMerge'
  | 'notXml'
  | 'linesChangedByBoth'

/** One conflict: where, and what the versions say (null = absent there). */
export interface MergeConflict {
  /** Elements from the root with their keys: `/Profile/fieldPermissions[Account.X]/editable`. */
  readonly path: string
  readonly reason: ConflictReason
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
  readonly message?: string
}
