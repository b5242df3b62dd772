import type { XmlTape } from './tape.ts'

/** The bytes of a name in ASCII, as all names in rules are. */
export function asciiOf(name: string): Uint8Array {
  return Uint8Array.from(name, (letter) => letter.charCodeAt(0))
}

/** Whether the element has this name, told from the bytes. */
export function isNamed(source: XmlTape, element: number, name: Uint8Array): boolean {
  const start = source.startOf(element) + 1
  return source.nameEndOf(element) - start === name.length && isAt(source.bytes, start, name)
}

/** Whether these bytes stand at an offset. */
export function isAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = 0; at < wanted.length; at += 1) if (bytes[start + at] !== wanted[at]) return false
  return true
}

/** The first child with this name; null when there is none. */
export function firstNamed(source: XmlTape, element: number, name: Uint8Array): number | null {
  const end = source.nextOf(element)
  for (let child = element + 1; child < end; child = source.nextOf(child))
    if (isNamed(source, child, name)) return child
  return null
}
