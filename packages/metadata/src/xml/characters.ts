/** What an ASCII byte may do in a name: start it (1), stand inside (2), both (3). */
const asciiNames = new Uint8Array(128)
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code)
  if (/[A-Za-z_:]/u.test(character)) asciiNames[code] = 3
  else if (/[0-9.-]/u.test(character)) asciiNames[code] = 2
}

/** Bytes that may stand inside a name (1), and bytes of longer characters, which have to be looked at (2). */
export const nameBytes = new Uint8Array(256)
/** Bytes of text that need no look (0), and all others: markup, references, controls, longer characters. */
export const oddBytes = new Uint8Array(256).fill(1)
for (let byte = 0; byte < 256; byte += 1) {
  nameBytes[byte] = byte >= 128 ? 2 : (asciiNames[byte] ?? 0) >> 1
  const isPlain = byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 128)
  if (isPlain && !/[<>&]/u.test(String.fromCharCode(byte))) oddBytes[byte] = 0
}

/** First and last code of the ranges that may start a name, beyond ASCII. */
const startRanges: readonly (readonly [number, number])[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0x10ffff],
]
/** Ranges that may stand inside a name only. */
const insideRanges: readonly (readonly [number, number])[] = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
]

function isWithin(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** Whether a name may start with this code point; -1, the end of the document, does not. */
export function isNameStart(code: number): boolean {
  if (code < 128) return ((asciiNames[code] ?? 0) & 1) === 1
  return isWithin(startRanges, code)
}

/** Whether this code point may stand in a name. */
export function isNameCode(code: number): boolean {
  if (code < 128) return ((asciiNames[code] ?? 0) & 2) === 2
  return isWithin(startRanges, code) || isWithin(insideRanges, code)
}

/** Whether XML allows this code point, also as a numeric reference. */
export function isXmlCodePoint(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code > 0xffff && code <= 0x10ffff)
}

/** Whether an ASCII text stands at an offset. */
export function startsWithAscii(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

/** Line and column of an offset, both from 1. CR LF is one line end. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}
