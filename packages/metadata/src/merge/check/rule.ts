/**
 * What must hold inside one file beyond its form. Paths are names of elements below the root, with `/` between them;
 * two stars and a slash before a name mean at any depth. `what` names the thing in messages.
 */
export type ConsistencyRule =
  | UniqueRule
  | CopiesRule
  | FlagRule
  | ImpliesRule
  | RefersRule
  | CountRule
  /** Logic texts name only entries that are there. */
  | { readonly kind: 'logic' }
  /** Record types offer only values that their picklists have. */
  | { readonly kind: 'recordTypeValues' }
  /** Entries of a grid do not lie on each other. */
  | { readonly kind: 'cellsApart'; readonly entries: string; readonly what: string }

/** No two entries of the whole file have the same key; entries without one are left out. */
export interface UniqueRule {
  readonly kind: 'unique'
  readonly entries: string
  /** Children that make up the key; none for entries that are values themselves. */
  readonly key: readonly string[]
  readonly ignoresCase?: boolean
  /** Said, but no conflict: people commit such files, and the service decides. */
  readonly isWarning?: boolean
  readonly what: string
}

/**
 * No version may be the first to hold so many entries of one name: they have no key, so that two sides that put in the same
 * thing, or moved it to different places, would otherwise both be kept.
 */
export interface CopiesRule {
  readonly kind: 'copies'
  readonly entries: string
  /** Path of the child that names what an entry is. */
  readonly named: string
  /** Path of the child that is a key of its own; entries with one are left to other rules. */
  readonly unless: string
  readonly what: string
}

/** At most one entry of a group has its flag set; with `when` one must have it as soon as another flag is set somewhere. */
export interface FlagRule {
  readonly kind: 'atMostOne' | 'oneNeeded'
  readonly entries: string
  readonly flag: string
  readonly when?: string
  /** The entries of one parent, of the whole file, or with the same text of a child up to its first dot. */
  readonly group: 'parent' | 'file' | { readonly child: string }
  readonly what: string
}

/** An entry with the first flag has the others too. */
export interface ImpliesRule {
  readonly kind: 'implies'
  readonly entries: string
  readonly key: string
  readonly when: string
  readonly needs: readonly string[]
}

/** Every value found is one of the names. */
export interface RefersRule {
  readonly kind: 'refers'
  readonly from: string
  readonly to: readonly string[]
  /** Only values of this form are references into the file; others point outside. */
  readonly form?: RegExp
  /** A reference names something and then a part of it, behind a dot. */
  readonly firstPart?: boolean
  readonly what: string
  /** What is said of a value without a name; that it is referred to but does not exist when absent. */
  readonly problem?: string
}

/** How many children of a name an entry holds: as many as its style says, at most a number, or as many as another list. */
export interface CountRule {
  readonly kind: 'count'
  readonly entries: string
  readonly child: string
  readonly limit:
    | { readonly by: string; readonly starts: Readonly<Record<string, number>> }
    | { readonly atMost: number }
    | { readonly sameAs: string }
  readonly what: string
}
