import type { XmlDocument } from '../../xml/document.ts'

import { asciiOf, firstNamed, isAt, isNamed } from '../../xml/ascii-names.ts'
import { textOf } from '../../xml/text.ts'

/** An element with the elements it lies in, the root first. */
export interface Place {
  readonly element: number
  readonly parents: readonly number[]
}

/** What is done with an element that was found; `parents` holds the elements it lies in, the root first, and changes afterwards. */
type Visit = (element: number, parents: readonly number[]) => void

/** The elements at a path of names below the root, in document order; `*` is any name, `**` before a name any depth. */
export function placesAt(document: XmlDocument, path: string): Place[] {
  const places: Place[] = []
  visitPath(document, path, (element, parents) => places.push({ element, parents: [...parents] }))
  return places
}

/** The same one by one, for rules that most elements keep: nothing is built for them. */
export function visitPath(document: XmlDocument, path: string, visit: Visit): void {
  const [first = '', ...rest] = path.split('/')
  const [last] = rest
  if (first === '**' && last !== undefined) visitDeep(document, asciiOf(last), visit)
  else visitSteps(document, { steps: [first, ...rest].map(asciiOf), parents: [0] }, visit)
}

/** Where a way down through named elements has come to. */
interface Way {
  readonly steps: readonly Uint8Array[]
  readonly parents: number[]
}

const star = 42

function visitSteps(document: XmlDocument, { steps, parents }: Way, visit: Visit): void {
  const name = steps[parents.length - 1]
  const element = parents.at(-1)
  if (name === undefined || element === undefined) return
  const { source } = document
  const end = source.nextOf(element)
  for (let child = element + 1; child < end; child = source.nextOf(child)) {
    if (name[0] !== star && !isNamed(source, child, name)) continue
    if (parents.length === steps.length) {
      visit(child, parents)
      continue
    }
    parents.push(child)
    visitSteps(document, { steps, parents }, visit)
    parents.pop()
  }
}

/** Elements are numbered in document order: one walk, with those open around it. */
function visitDeep(document: XmlDocument, name: Uint8Array, visit: Visit): void {
  const parents = [0]
  for (let element = 1; element < document.size; element += 1) {
    while (document.nextOf(parents.at(-1) ?? 0) <= element) parents.pop()
    if (isNamed(document.source, element, name)) visit(element, parents)
    if (document.hasChildren(element)) parents.push(element)
  }
}

/** The text of a child, or of the element itself for an empty name; null when it is not there. */
export function valueOf(document: XmlDocument, element: number, child = ''): string | null {
  const at = child === '' ? element : document.childNamed(element, child)
  return at === null ? null : textOf(document, at).trim()
}

const [yes, no] = [asciiOf('true'), asciiOf('false')]

/** A child that says `true` or `false` and is looked for in many elements. */
export class Flag {
  readonly #name: Uint8Array

  constructor(name: string) {
    this.#name = asciiOf(name)
  }

  /** What the first child of the name says; null when it says something else or is not there. */
  in(document: XmlDocument, element: number): boolean | null {
    const child = firstNamed(document.source, element, this.#name)
    return child === null ? null : flagOf(document, child)
  }
}

/** Text is decoded only where the bytes alone cannot tell. */
function flagOf(document: XmlDocument, element: number): boolean | null {
  const { source } = document
  const start = source.contentStartOf(element)
  const length = source.contentEndOf(element) - start
  if (length === yes.length && isAt(source.bytes, start, yes)) return true
  if (length === no.length && isAt(source.bytes, start, no)) return false
  const text = textOf(document, element).trim()
  return text === 'true' ? true : text === 'false' ? false : null
}
