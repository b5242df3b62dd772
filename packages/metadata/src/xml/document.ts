/** Numbers an element takes on the tape: start, nameEnd, contentStart, contentEnd, end, next. */
export const stride = 6

/**
 * A parsed document: its text, and a flat row of numbers with the place of every element.
 * Nothing is decoded or copied until somebody asks; a document of a million elements is one
 * array. Elements are named by their number in document order, offsets count code units.
 */
export class XmlDocument {
  readonly text: string
  /** `stride` numbers an element, in document order. */
  readonly tape: Int32Array
  /** Number of elements; element 0 is the root. */
  readonly size: number

  constructor(text: string, tape: Int32Array, size: number) {
    this.text = text
    this.tape = tape
    this.size = size
  }

  /** Offset of the element's `<`. */
  startOf(element: number): number {
    return this.tape[element * stride] ?? 0
  }

  /** Offset behind the element's name in its start tag. */
  nameEndOf(element: number): number {
    return this.tape[element * stride + 1] ?? 0
  }

  /** Offset behind the start tag; the end of the element when it closes itself. */
  contentStartOf(element: number): number {
    return this.tape[element * stride + 2] ?? 0
  }

  /** Offset of the end tag; the end of the element when it closes itself. */
  contentEndOf(element: number): number {
    return this.tape[element * stride + 3] ?? 0
  }

  /** Offset behind the element. */
  endOf(element: number): number {
    return this.tape[element * stride + 4] ?? 0
  }

  /** Number of the first element that is not inside this one: its next sibling, when there is one. */
  nextOf(element: number): number {
    return this.tape[element * stride + 5] ?? this.size
  }

  /** The element's name with its prefix, as written. */
  nameOf(element: number): string {
    return this.text.slice(this.startOf(element) + 1, this.nameEndOf(element))
  }

  /** Whether elements lie inside this one. */
  hasChildren(element: number): boolean {
    return this.nextOf(element) > element + 1
  }

  /** The elements directly inside this one, in order. */
  childrenOf(element: number): number[] {
    const children: number[] = []
    const end = this.nextOf(element)
    for (let child = element + 1; child < end; child = this.nextOf(child)) children.push(child)
    return children
  }

  /** The first child with this name; null when there is none. */
  childNamed(element: number, name: string): number | null {
    const end = this.nextOf(element)
    for (let child = element + 1; child < end; child = this.nextOf(child)) {
      const start = this.startOf(child) + 1
      if (this.nameEndOf(child) - start === name.length && this.text.startsWith(name, start)) return child
    }
    return null
  }

  /** The element as written, tags included. */
  sourceOf(element: number): string {
    return this.text.slice(this.startOf(element), this.endOf(element))
  }
}
