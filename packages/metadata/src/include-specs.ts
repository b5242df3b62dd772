import type { ComponentIdentity } from './component.ts'

export interface IncludeSpec {
  readonly negated: boolean
  readonly line: number
  readonly segments: readonly string[]
}
export interface IncludeSpecs {
  readonly specs: readonly IncludeSpec[]
}
export interface IncludeSpecProblem {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly severity: 'error' | 'warning'
}
export declare function parseIncludeSpecs(text: string): {
  specs: IncludeSpecs
  problems: IncludeSpecProblem[]
}
export declare function isIncluded(
  specs: IncludeSpecs,
  component: ComponentIdentity & { readonly namespacePrefix?: string | null },
): boolean
export declare function matchableTypes(specs: IncludeSpecs, typeNames: Iterable<string>): string[]
export declare function hashIncludeSpecs(specs: IncludeSpecs, sha256: (text: string) => string): string
export declare const defaultIncludeSpecs: string
