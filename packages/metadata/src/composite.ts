import type { ComponentIdentity } from './component.ts'
export interface NestedElement {
  readonly identity: ComponentIdentity
  readonly elementText: string
}
/** raises XmlError */
export declare function listNested(path: string, content: Uint8Array): NestedElement[]
/** drops elements that keep() refuses; asked for the composite itself too; null = nothing is left */
export declare function filterComposite(o: {
  readonly path: string
  readonly content: Uint8Array
  readonly keep: (identity: ComponentIdentity) => boolean
}): Uint8Array | null
/** only the named nested elements (by componentKey), with or without the composite's own content */
export declare function reduceComposite(o: {
  readonly path: string
  readonly content: Uint8Array
  readonly nested: ReadonlySet<string>
  readonly ownContent: boolean
}): Uint8Array
