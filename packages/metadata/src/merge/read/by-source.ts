import type { Node } from './node.ts'

import { sourceOf } from './node.ts'

/** Reads something of entries, once for all that are written alike: repeated entries mostly are. */
export class BySource<T> {
  readonly #read: (node: Node) => T
  readonly #known = new Map<string, { readonly value: T }>()

  constructor(read: (node: Node) => T) {
    this.#read = read
  }

  of(node: Node): T {
    const source = sourceOf(node)
    const known = this.#known.get(source) ?? { value: this.#read(node) }
    this.#known.set(source, known)
    return known.value
  }
}
