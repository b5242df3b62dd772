import type { XmlDocument } from '../xml/document.ts'
import type { Entry } from './entries.ts'

import { encodeUtf8 } from '../bytes.ts'
import { compareText } from '../collation.ts'

/** An entry as it is written: its elements, each without the blanks before it. */
export interface WrittenEntry {
  readonly id: string
  readonly list: string
  readonly texts: readonly string[]
}

/** An entry as its file has it. */
export function asWritten({ id, list, document, elements }: Entry): WrittenEntry {
  return { id, list, texts: elements.map((element) => document.sourceOf(element)) }
}

/** A profile with these entries, in their order, and the head and the end of a file. */
export function writeProfile(document: XmlDocument, entries: readonly WrittenEntry[]): Uint8Array {
  const { text } = document
  const isOpen = document.contentEndOf(0) < document.endOf(0)
  const start = isOpen
    ? text.slice(0, document.contentStartOf(0))
    : `${text.slice(0, document.endOf(0)).replace(/\s*\/>$/u, '')}>`
  const end = isOpen ? text.slice(document.contentEndOf(0)) : `</${document.nameOf(0)}>\n`
  const lines = entries.flatMap(({ texts }) => texts.map((one) => `\n    ${one}`))
  return encodeUtf8(`${start}${lines.join('')}\n${end}`)
}

/** Adds entries to others: each behind the last of its list that does not sort after it, lists by their names. */
export function withEntries(
  entries: readonly WrittenEntry[],
  added: readonly WrittenEntry[],
): readonly WrittenEntry[] {
  const all = [...entries]
  for (const entry of added) {
    const at = all.findIndex(
      (other) =>
        compareText(other.list, entry.list) > 0 ||
        (other.list === entry.list && compareText(other.id, entry.id) > 0),
    )
    all.splice(at < 0 ? all.length : at, 0, entry)
  }
  return all
}
