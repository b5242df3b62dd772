import type { Node } from '../merge/read/node.ts'
import type { KeySpec, RuleNode } from '../type-rules.ts'

import { nameOf, rootOf, slicesOf } from '../merge/read/node.ts'
import { rulesOfRoot } from '../type-rules.ts'
import { textOf } from '../xml/text.ts'
import { readXml } from '../xml/reader.ts'

/** A file as its root's children, each with the blanks before it: head, children and tail are its text again. */
export interface PartFile {
  readonly rootName: string
  readonly rules: RuleNode
  /** Everything before the first child's gap. */
  readonly head: string
  readonly children: readonly Node[]
  readonly byName: ReadonlyMap<string, readonly Node[]>
  /** Everything behind the last child. */
  readonly tail: string
}

/** Reads a file's children. Raises `XmlError`. */
export function readPart(content: Uint8Array): PartFile {
  const document = readXml(content)
  const { children, tail } = slicesOf(rootOf(document))
  const byName = new Map<string, Node[]>()
  for (const child of children) {
    const name = nameOf(child)
    const list = byName.get(name)
    if (list === undefined) byName.set(name, [child])
    else list.push(child)
  }
  const rootName = document.nameOf(0)
  return {
    rootName,
    rules: rulesOfRoot(rootName),
    head: document.text.slice(0, document.contentStartOf(0)),
    children,
    byName,
    tail: tail + document.text.slice(document.contentEndOf(0)),
  }
}

/**
 * What the service sorts a list's entry by: the whole texts of its key's parts, as written. (The key itself may be
 * less: of a layout's name only the object counts.)
 */
export function sortTextOf({ document, element }: Node, spec: KeySpec): string {
  if (spec.kind !== 'fields') return textOf(document, element)
  const rows = spec.alternatives.map((parts) => parts.map(({ path }) => textAt(path)))
  const row = rows.find((texts) => texts.some((text) => text !== '')) ?? []
  return row.join('\u0000')

  function textAt(path: readonly string[]): string {
    let at: number | null = element
    for (const step of path) at = at === null ? null : document.childNamed(at, step)
    return at === null ? '' : textOf(document, at)
  }
}
