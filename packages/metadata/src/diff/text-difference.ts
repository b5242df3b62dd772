import type { TwoRanges } from '../words.ts'

const ampersand = 38
const lessThan = 60
const greaterThan = 62
const carriageReturn = 13
const blank = 32

/**
 * Whether two files differ in one range of text between two tags, and so in what they mean however they are spelled:
 * no markup, reference or line end stands where they differ, and neither range is only blanks. Most changed files do.
 * False says nothing. Takes time for what is equal before and behind, and reads neither file as XML.
 */
export function differInText(a: Uint8Array, b: Uint8Array): boolean {
  const range = differingRange(a, b)
  return isWithinText(a, range.from, range.to) && isWithinText(b, range.otherFrom, range.otherTo)
}

/** From the first byte that differs to behind the last one. */
function differingRange(a: Uint8Array, b: Uint8Array): TwoRanges {
  const shorter = Math.min(a.length, b.length)
  let from = 0
  while (from < shorter && a[from] === b[from]) from += 1
  let [to, otherTo] = [a.length, b.length]
  while (to > from && otherTo > from && a[to - 1] === b[otherTo - 1]) {
    to -= 1
    otherTo -= 1
  }
  return { from, to, otherFrom: from, otherTo }
}

/** Whether the bytes from the last `>` before the range to the next `<` behind it are text, and what differs is plain. */
function isWithinText(bytes: Uint8Array, from: number, to: number): boolean {
  let hasText = false
  let start = from - 1
  for (; start >= 0 && bytes[start] !== greaterThan; start -= 1) {
    const byte = bytes[start] ?? 0
    // A reference or a line end may begin before what differs: `&#65;` and `&#x41;` are one character.
    if (byte === lessThan || byte === ampersand || byte === carriageReturn) return false
    hasText ||= byte > blank
  }
  let end = from
  for (; end < bytes.length && bytes[end] !== lessThan; end += 1) {
    const byte = bytes[end] ?? 0
    if (byte === greaterThan || (end < to && (byte === ampersand || byte === carriageReturn))) return false
    hasText ||= byte > blank
  }
  return hasText && start >= 0 && end >= to && end < bytes.length
}
