import type { XmlDocument } from '../xml/document.ts'

import { textOf } from '../xml/text.ts'

/** An element with the elements it lies in, the root first. */
export interface Place {
  readonly element: number
  readonly parents: readonly number[]
}

/** The elements at a path of names below the root, in document order; `*` is any name, `**` before a name any depth. */
export function placesAt(document: XmlDocument, path: string): Place[] {
  const steps = path.split('/')
  const [first, last] = steps
  if (first === '**' && last !== undefined) return deepPlaces(document, last)
  let places: Place[] = [{ element: 0, parents: [] }]
  for (const step of steps) places = places.flatMap((place) => childrenNamed(document, place, step))
  return places
}

function childrenNamed(document: XmlDocument, { element, parents }: Place, name: string): Place[] {
  const inside = [...parents, element]
  const children: Place[] = []
  const end = document.nextOf(element)
  for (let child = element + 1; child < end; child = document.nextOf(child))
    if (name === '*' || isNamed(document, child, name)) children.push({ element: child, parents: inside })
  return children
}

/** Elements are numbered in document order, so that no way down is walked before something is found. */
function deepPlaces(document: XmlDocument, name: string): Place[] {
  const places: Place[] = []
  for (let element = 1; element < document.size; element += 1)
    if (isNamed(document, element, name)) places.push({ element, parents: parentsOf(document, element) })
  return places
}

function parentsOf(document: XmlDocument, element: number): number[] {
  const parents: number[] = []
  let at = 0
  while (at < element) {
    parents.push(at)
    at += 1
    while (document.nextOf(at) <= element) at = document.nextOf(at)
  }
  return parents
}

function isNamed(document: XmlDocument, element: number, name: string): boolean {
  const start = document.startOf(element) + 1
  return document.nameEndOf(element) - start === name.length && document.text.startsWith(name, start)
}

/** The text of a child, or of the element itself for an empty name; null when it is not there. */
export function valueOf(document: XmlDocument, element: number, child = ''): string | null {
  const at = child === '' ? element : document.childNamed(element, child)
  return at === null ? null : textOf(document, at).trim()
}
