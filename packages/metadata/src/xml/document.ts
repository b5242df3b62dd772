/**
 * A parsed document: its text, and a flat row of numbers with the place of every element.
 * Nothing is decoded or copied until somebody asks; a document of a million elements is one array.
 */
export interface XmlDocument {
  readonly text: string
  /** `stride` numbers an element, in document order. */
  readonly tape: Int32Array
  /** Number of elements; element 0 is the root. */
  readonly size: number
}

/** Numbers an element takes on the tape: start, nameEnd, contentStart, contentEnd, end, next. */
export const stride = 6

/** Offset of the element's `<`. */
export function startOf(document: XmlDocument, element: number): number {
  return document.tape[element * stride] ?? 0
}

/** Offset behind the element's name in its start tag. */
export function nameEndOf(document: XmlDocument, element: number): number {
  return document.tape[element * stride + 1] ?? 0
}

/** Offset behind the start tag; the end of the element when it closes itself. */
export function contentStartOf(document: XmlDocument, element: number): number {
  return document.tape[element * stride + 2] ?? 0
}

/** Offset of the end tag; the end of the element when it closes itself. */
export function contentEndOf(document: XmlDocument, element: number): number {
  return document.tape[element * stride + 3] ?? 0
}

/** Offset behind the element. */
export function endOf(document: XmlDocument, element: number): number {
  return document.tape[element * stride + 4] ?? 0
}

/** Number of the first element that is not inside this one: its next sibling, when there is one. */
export function nextOf(document: XmlDocument, element: number): number {
  return document.tape[element * stride + 5] ?? document.size
}

/** The element's name with its prefix, as written. */
export function nameOf(document: XmlDocument, element: number): string {
  return document.text.slice(startOf(document, element) + 1, nameEndOf(document, element))
}

/** Whether elements lie inside this one. */
export function hasChildren(document: XmlDocument, element: number): boolean {
  return nextOf(document, element) > element + 1
}

/** The elements directly inside this one, in order. */
export function childrenOf(document: XmlDocument, element: number): number[] {
  const children: number[] = []
  const end = nextOf(document, element)
  for (let child = element + 1; child < end; child = nextOf(document, child)) children.push(child)
  return children
}

/** The first child with this name; null when there is none. */
export function childNamed(document: XmlDocument, element: number, name: string): number | null {
  const end = nextOf(document, element)
  for (let child = element + 1; child < end; child = nextOf(document, child)) {
    const start = startOf(document, child) + 1
    if (nameEndOf(document, child) - start === name.length && document.text.startsWith(name, start))
      return child
  }
  return null
}

/** The element as written, tags included. */
export function sourceOf(document: XmlDocument, element: number): string {
  return document.text.slice(startOf(document, element), endOf(document, element))
}
