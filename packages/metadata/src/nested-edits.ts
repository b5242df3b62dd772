import type { Composite } from './composite.ts'

import { encodeUtf8 } from './bytes.ts'
import { componentKey } from './component.ts'
import { readComposite } from './composite.ts'

/** A composite's file and what becomes of elements in it. */
export interface NestedEdits {
  readonly path: string
  readonly content: Uint8Array
  /** By `componentKey`: the element's new text, or null to remove it. Keys that are not there yet are added. */
  readonly edits: ReadonlyMap<string, string | null>
}

/**
 * A composite's file with some nested elements replaced, removed or added; all other bytes stay.
 * An added element goes where its name and key sort among its likes. Null when a box has nothing left. Raises `XmlError`.
 */
export function replaceNested({ path, content, edits }: NestedEdits): Uint8Array | null {
  const composite = readComposite(path, content)
  if (composite === null) return content
  const { document, parts } = composite
  const seen = new Set<string>()
  const added = additions(composite, edits)
  const pieces = [document.text.slice(0, document.contentStartOf(0))]
  let from = document.contentStartOf(0)
  let left = 0
  for (const { element, identity } of parts) {
    const key = identity === null ? null : componentKey(identity)
    for (const text of added.get(element) ?? []) pieces.push(`\n    ${text}`)
    left += added.get(element)?.length ?? 0
    const gap = document.text.slice(from, document.startOf(element))
    from = document.endOf(element)
    const edit = key === null ? undefined : edits.get(key)
    const isRepeat = key !== null && edit !== undefined && seen.has(key)
    if (key !== null) seen.add(key)
    if (edit === null || isRepeat) {
      pieces.push(gap.trimEnd())
      continue
    }
    left += 1
    pieces.push(gap, edit ?? document.text.slice(document.startOf(element), from))
  }
  for (const text of added.get(-1) ?? []) pieces.push(`\n    ${text}`)
  left += added.get(-1)?.length ?? 0
  if (left === 0 && composite.isContainer) return null
  pieces.push(
    document.text.slice(from, document.contentEndOf(0)),
    document.text.slice(document.contentEndOf(0)),
  )
  return encodeUtf8(pieces.join(''))
}

/** New elements by the element they stand before; -1 for the end. */
function additions(composite: Composite, edits: NestedEdits['edits']): Map<number, string[]> {
  const present = new Set(
    composite.parts.flatMap(({ identity }) => (identity === null ? [] : [componentKey(identity)])),
  )
  const added = new Map<number, string[]>()
  for (const [key, text] of edits) {
    if (text === null || present.has(key)) continue
    const name = /^<([^\s/>]+)/u.exec(text)?.[1] ?? ''
    const before = composite.parts.find(({ element, identity }) => {
      const other = composite.document.nameOf(element)
      return other > name || (other === name && identity !== null && componentKey(identity) > key)
    })
    const place = before?.element ?? -1
    added.set(place, [...(added.get(place) ?? []), text])
  }
  return added
}
