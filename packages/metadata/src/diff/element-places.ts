import type { Node } from '../merge/read/node.ts'
import type { ElementStep } from './element-changes.ts'
import type { ElementKind } from './element-kind.ts'

import { identityOf, keyOf } from '../merge/identify/identity.ts'
import { nameOf, rootOf } from '../merge/read/node.ts'
import { readXml } from '../xml/reader.ts'
import { kindOfRoot } from './element-kind.ts'
import { childrenByName } from './element-middle.ts'

/** An element with a name of its own, and the lines it takes, counted from 1. */
export interface ElementPlace {
  /** From below the root down to the element, as in the changes of `elementChanges`. */
  readonly path: readonly ElementStep[]
  readonly firstLine: number
  readonly lastLine: number
}

/**
 * The elements of a metadata file that people call by a name, in the order of the file: everything right below the
 * root, and inside that the entries of lists, such as the values of a picklist. At most `limit`. Raises `XmlError`.
 */
export function elementPlaces(content: Uint8Array, limit: number): ElementPlace[] {
  const root = rootOf(readXml(content))
  const walk: Walk = { places: [], lineOf: lineCounter(content), limit }
  addBelow(walk, root, { kind: kindOfRoot(nameOf(root)), path: [] })
  return walk.places.toSorted((a, b) => a.firstLine - b.firstLine || b.lastLine - a.lastLine)
}

interface Walk {
  readonly places: ElementPlace[]
  readonly lineOf: (offset: number) => number
  readonly limit: number
}

interface Parent {
  readonly kind: ElementKind
  readonly path: readonly ElementStep[]
}

function addBelow(walk: Walk, node: Node, { kind, path }: Parent): void {
  for (const [name, nodes] of childrenByName(node)) {
    const below = kind.below(name)
    const identity = identityOf(name, { base: nodes, ours: [], theirs: [] }, kind.rules)
    nodes.forEach((child, index) => {
      if (walk.places.length >= walk.limit) return
      const isEntry = identity.kind !== 'single'
      const key = identity.kind === 'keyed' ? keyOf(child, identity.key) : null
      const step = { name, key: isEntry ? (key ?? `#${index + 1}`) : null }
      const inside = { kind: below, path: [...path, step] }
      if (isEntry || path.length === 0) walk.places.push(placeOf(walk, child, inside.path))
      addBelow(walk, child, inside)
    })
  }
}

function placeOf({ lineOf }: Walk, { document, element }: Node, path: readonly ElementStep[]): ElementPlace {
  const { source } = document
  return {
    path,
    firstLine: lineOf(source.startOf(element)),
    lastLine: lineOf(source.endOf(element) - 1),
  }
}

const lineFeed = 10

/** Finds the line of a byte offset by the places of all line feeds. */
function lineCounter(content: Uint8Array): (offset: number) => number {
  const ends: number[] = []
  for (let at = content.indexOf(lineFeed); at >= 0; at = content.indexOf(lineFeed, at + 1)) ends.push(at)
  return (offset) => {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) < offset) from = middle + 1
      else to = middle
    }
    return from + 1
  }
}
