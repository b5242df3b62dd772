import type { ComponentIdentity } from '../component.ts'
import type { GlobPattern } from './glob.ts'

/** One line of the file: a path of glob patterns, including or excluding what it matches. */
export interface IncludeSpec {
  readonly negated: boolean
  /** From 1. */
  readonly line: number
  /** Lower-cased segments without percent escapes: package, namespace, type, then folder and item. */
  readonly segments: readonly string[]
  readonly patterns: readonly GlobPattern[]
}

/** A remark on a line. With an `error` the line has no effect; with a `warning` it has. */
export interface IncludeSpecProblem {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** A component as listings name it: the prefix is known there, otherwise it is derived from the name. */
export type IncludeCandidate = ComponentIdentity & { readonly namespacePrefix?: string | null }
