import type { XmlDocument } from '../xml/document.ts'
import type { OwnValue } from './own-values.ts'

import { encodeUtf8 } from '../bytes.ts'
import { componentOfPath } from '../paths.ts'
import { readWellFormed } from '../xml/read-well-formed.ts'
import { ownValuesOf } from './own-values.ts'

/** A file, and another version of it; null where there is none. */
export interface ValueSource {
  /** Below the metadata directory. */
  readonly path: string
  readonly content: Uint8Array
  readonly from: Uint8Array | null
}

/** Whether a file can hold values of one org. */
export function canHoldOwnValues(path: string): boolean {
  return valuesIn(path).length > 0
}

/** The file without values of one org; the very bytes where it holds none or is no readable XML. */
export function withoutOwnValues(path: string, content: Uint8Array): Uint8Array {
  return replaced(content, null, valuesIn(path))
}

/** The file with the values of one org as another version of it has them, and without those that it does not have. */
export function withOwnValuesOf({ path, content, from }: ValueSource): Uint8Array {
  return replaced(content, from, valuesIn(path))
}

/** The file without secrets: what a deployment or a record of one may hold. */
export function withoutSecrets(path: string, content: Uint8Array): Uint8Array {
  return replaced(content, null, valuesIn(path).filter(isSecret))
}

/**
 * The file as it can be deployed to an org that holds `from` in its place: with the values of that org, without secrets. A
 * component that the deployment creates has only the values that the schema requires.
 */
export function deployableTo({ path, content, from }: ValueSource): Uint8Array {
  const others = valuesIn(path).filter((value) => !isSecret(value) && !(value.isRequired && from === null))
  return replaced(withoutSecrets(path, content), from, others)
}

const isSecret = (value: OwnValue): boolean => value.isSecret === true

function valuesIn(path: string): readonly OwnValue[] {
  const component = componentOfPath(path)
  return component === null ? [] : ownValuesOf(component.identity.componentType)
}

/** A range of the text and its replacement. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Replaces one value after the other, because the place of each depends on those that are there already. */
function replaced(content: Uint8Array, from: Uint8Array | null, values: readonly OwnValue[]): Uint8Array {
  if (values.length === 0) return content
  const source = from === null ? null : readWellFormed(from)
  let result = content
  let document = readWellFormed(content)
  for (const value of values) {
    const edits = document === null ? [] : editsFor(document, source, value)
    if (document === null || edits.length === 0) continue
    result = encodeUtf8(edited(document.text, edits))
    document = readWellFormed(result)
  }
  return result
}

/** The edits come in the order of the text and do not touch each other. */
function edited(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text: instead } of edits) {
    pieces.push(text.slice(at, start), instead)
    at = end
  }
  return pieces.join('') + text.slice(at)
}

function editsFor(document: XmlDocument, source: XmlDocument | null, { path }: OwnValue): Edit[] {
  const parent = parentIn(document, path)
  if (parent === null) return []
  const name = path.at(-1) ?? ''
  const present = named(document, parent, name)
  const wanted = source === null ? [] : textsIn(source, path)
  if (wanted.join() === present.map((element) => document.sourceOf(element)).join()) return []
  const indent = '    '.repeat(path.length)
  const block = wanted.join(`\n${indent}`)
  const [first, ...others] = present
  if (first === undefined) return block === '' ? [] : insertion(document, parent, { name, block, indent })
  if (block === '') return present.map((element) => removal(document, element))
  const inPlace = { start: document.startOf(first), end: document.endOf(first), text: block }
  return [inPlace, ...others.map((element) => removal(document, element))]
}

function textsIn(source: XmlDocument, path: readonly string[]): string[] {
  const parent = parentIn(source, path)
  if (parent === null) return []
  return named(source, parent, path.at(-1) ?? '').map((element) => source.sourceOf(element))
}

/** The element that holds the value; null where the document has none. */
function parentIn(document: XmlDocument, path: readonly string[]): number | null {
  let parent: number | null = 0
  for (const name of path.slice(0, -1)) {
    if (parent === null) return null
    parent = document.childNamed(parent, name)
  }
  return parent
}

function named(document: XmlDocument, parent: number, name: string): number[] {
  return document.childrenOf(parent).filter((child) => document.nameOf(child) === name)
}

/** Removes the whitespace before an element together with it. */
function removal(document: XmlDocument, element: number): Edit {
  const start = document.text.slice(0, document.startOf(element)).trimEnd().length
  return { start, end: document.endOf(element), text: '' }
}

interface NewBlock {
  readonly name: string
  readonly block: string
  readonly indent: string
}

/** Where the service would write it: among the children, which it sorts by name. */
function insertion(document: XmlDocument, parent: number, { name, block, indent }: NewBlock): Edit[] {
  const children = document.childrenOf(parent)
  const next = children.find((child) => document.nameOf(child) > name)
  const last = children.at(-1)
  if (next !== undefined) {
    const start = document.startOf(next)
    return [{ start, end: start, text: `${block}\n${indent}` }]
  }
  if (last === undefined) return []
  const start = document.endOf(last)
  return [{ start, end: start, text: `\n${indent}${block}` }]
}
