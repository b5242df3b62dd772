import type { XmlDocument } from '../xml/document.ts'

import { compareText } from '../collation.ts'
import { withOneEmptyForm } from '../xml/one-empty-form.ts'
import { canonicalElement } from '../xml/canonical.ts'
import { readXml } from '../xml/reader.ts'
import { escapeText, textOf } from '../xml/text.ts'
import { entryKindOf } from './entry-kinds.ts'

/** What a profile says about one thing: one element, or all elements of a list that is replaced whole. */
export interface Entry {
  /** The list and the name of the entry in it, `fieldPermissions Account.Rating__c`; a single value is its list alone. */
  readonly id: string
  readonly list: string
  /** The id, and with it what else a message of the service may call the entry. */
  readonly names: readonly string[]
  readonly document: XmlDocument
  readonly elements: readonly number[]
}

/** A profile as its entries, in the order of the file; entries that stand twice are one. */
export interface ProfileEntries {
  readonly document: XmlDocument
  readonly byId: ReadonlyMap<string, Entry>
}

/** Reads the entries of a profile. Raises `XmlError`. */
export function readEntries(content: Uint8Array): ProfileEntries {
  const document = readXml(content)
  const found = new Map<string, { list: string; names: string[]; elements: number[] }>()
  for (const element of document.childrenOf(0)) {
    const list = document.nameOf(element)
    const id = idOf(document, element, list)
    const known = found.get(id)
    if (known === undefined)
      found.set(id, { list, names: [id, ...wholeNames(document, element, list)], elements: [element] })
    else known.elements.push(element)
  }
  return { document, byId: new Map([...found].map(([id, entry]) => [id, { id, document, ...entry }])) }
}

function idOf(document: XmlDocument, element: number, list: string): string {
  const { key } = entryKindOf(list)
  const names = key.map(({ part, isBeforeHyphen }) => {
    const text = partOf(document, element, part) ?? ''
    return isBeforeHyphen === true ? (text.split('-')[0] ?? '') : text
  })
  return [list, ...names.filter((name) => name !== '')].join(' ')
}

/** A part of which the id holds a piece only, whole: `layoutAssignments Account-Sales`. */
function wholeNames(document: XmlDocument, element: number, list: string): string[] {
  const cut = entryKindOf(list).key.filter(({ isBeforeHyphen }) => isBeforeHyphen === true)
  return cut.map(({ part }) => `${list} ${partOf(document, element, part) ?? ''}`)
}

function partOf(document: XmlDocument, element: number, part: string): string | null {
  const child = document.childNamed(element, part)
  return child === null ? null : textOf(document, child).trim()
}

/** Whether two entries say the same; blanks and the form of empty elements say nothing. */
export function saysTheSameEntry(a: Entry, b: Entry): boolean {
  return canonical(a) === canonical(b)
}

function canonical({ document, elements }: Entry): string {
  return elements.map((element) => withOneEmptyForm(canonicalElement(document, element, ''))).join('\n')
}

/** Whether an entry gives nothing, which is the same as no entry. */
export function givesNothing({ document, elements, list }: Entry): boolean {
  const { nothing, optional } = entryKindOf(list)
  if (typeof nothing === 'string') return false
  const parts = Object.entries({ ...nothing, ...optional })
  if (parts.length === 0) return elements.every((element) => !document.hasChildren(element))
  return elements.every((element) =>
    parts.every(([part, text]) => [null, text].includes(partOf(document, element, part))),
  )
}

/** The text of an entry that takes away what this one gives; null where no entry does. */
export function revocationOf({ document, elements, list }: Entry): string | null {
  const { key, nothing, optional = {} } = entryKindOf(list)
  const [element] = elements
  if (typeof nothing === 'string' || element === undefined) return null
  const written = (part: string): [string, string | null] => [part, partOf(document, element, part)]
  const present = Object.entries(optional).filter(([part]) => partOf(document, element, part) !== null)
  const parts = [...key.map(({ part }) => written(part)), ...Object.entries(nothing), ...present]
  const lines = parts
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([part, text]) => (text === null ? [] : [`        <${part}>${escapeText(text)}</${part}>\n`]))
  return lines.length === 0 ? `<${list}/>` : `<${list}>\n${lines.join('')}    </${list}>`
}
