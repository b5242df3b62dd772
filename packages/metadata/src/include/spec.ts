import type { ComponentIdentity } from '../component.ts'
import type { GlobPattern } from './glob.ts'

/** One line of the file: a path of glob patterns, including or excluding what it matches. */
export interface IncludeSpec {
  readonly negated: boolean
  /** From 1. */
  readonly line: number
  /** Lower-cased segments as written: package, namespace, type, then folder and item. */
  readonly segments: readonly string[]
  /** The same, with percent escapes resolved. */
  readonly patterns: readonly GlobPattern[]
}

/** A remark on a line. A file with an `error` is not to be used: nobody knows what that line should have done. */
export interface IncludeSpecProblem {
  /** From 1, as the column is; columns in code units of the line with its comment. */
  readonly line: number
  readonly column: number
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** A component as listings name it: the prefix is known there, otherwise it is derived from the name. */
export type IncludeCandidate = ComponentIdentity & { readonly namespacePrefix?: string | null }
