import type { ComponentIdentity } from './component.ts'
export interface ComponentPath {
  readonly identity: ComponentIdentity
  readonly isMetaFile: boolean
  readonly isXml: boolean
  readonly isComposite: boolean
}
/** path is below the metadata directory: `unpackaged/classes/A.cls`. null = no component (package.xml, unknown folder). */
export declare function componentOfPath(path: string): ComponentPath | null
/** files that the component may have, or the directory that holds them all */
export declare function pathsOfComponent(identity: ComponentIdentity): {
  readonly files: readonly string[]
  readonly directory: string | null
}
/** the composite that holds a nested component; null for top-level components */
export declare function parentOf(identity: ComponentIdentity): ComponentIdentity | null
/** installed package's prefix, derived from the name; null = none */
export declare function namespaceOf(identity: ComponentIdentity): string | null
