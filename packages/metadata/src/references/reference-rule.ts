/**
 * Where a file names components of other files. Paths are names of elements below the root, with `/` between them, as in
 * the rules of consistency.
 */
export interface ReferenceRule {
  /** The elements that are added and changed as a whole. */
  readonly entries: string
  /** The child of an entry that holds the name; empty for entries that are names themselves. */
  readonly name: string
  /** Only entries whose child says this. */
  readonly when?: { readonly child: string; readonly says: string }
  /** The types that the name may mean. */
  readonly to: readonly string[]
  /**
   * The name is that of something inside an object: the file's own object, or the one that the nearest element around
   * names in this child. Full names need none.
   */
  readonly object?: 'ofFile' | { readonly child: string }
  /** Only texts of this form name a component; the name is the first group, or the whole text. */
  readonly form?: RegExp
  /** The text is a formula, in which custom fields stand among other things. */
  readonly isFormula?: true
  /** Inside a composite's file the rules of consistency look at it. */
  readonly isCheckedInComposite?: true
}
