import type { PatchedBytes } from './patched-bytes.ts'

import { startsWithAscii } from './characters.ts'
import { cdata, isCdata, markupEnd } from './markup-end.ts'
import { asciiBetween, decodeText, escapeText } from './text.ts'

const lessThan = 60
const ampersand = 38
const carriageReturn = 13
const semicolon = 59

/** Bytes of a value that may be written otherwise (1): what the service escapes, markup and CR. */
const special = new Uint8Array(256)
for (const character of `&<>'"\r`) special[character.charCodeAt(0)] = 1

/** How the service writes each ASCII character. */
const escapes = Array.from({ length: 128 }, (_, code) => escapeText(String.fromCharCode(code)))

/** References that the service writes itself, the commonest first. */
const canonicalReferences = ['&quot;', '&apos;', '&amp;', '&gt;', '&lt;', '&#13;']

/** The content of an element without children: all five entities, CDATA as text, LF; comments and instructions stay. */
export function writeValue(out: PatchedBytes, from: number, to: number): void {
  const { source } = out
  let at = from
  for (;;) {
    while (at < to && special[source[at] ?? 0] === 0) at += 1
    if (at >= to) return
    if (source[at] === lessThan) at = writeMarkup(out, at)
    else at = source[at] === ampersand ? writeReference(out, at) : writeCharacter(out, at)
  }
}

/** Brings line ends to LF and leaves everything else as it is. */
export function writeLineEnds(out: PatchedBytes, from: number, to: number): void {
  for (let at = from; at < to;) at = out.source[at] === carriageReturn ? writeCharacter(out, at) : at + 1
}

function writeReference(out: PatchedBytes, at: number): number {
  for (const name of canonicalReferences) if (startsWithAscii(out.source, at, name)) return at + name.length
  const end = out.source.indexOf(semicolon, at) + 1
  out.set(at, end, escapeText(decodeText(asciiBetween(out.source, at, end))))
  return end
}

function writeCharacter(out: PatchedBytes, at: number): number {
  const byte = out.source[at] ?? 0
  if (byte !== carriageReturn) {
    out.set(at, at + 1, escapes[byte] ?? '')
    return at + 1
  }
  const end = out.source[at + 1] === 10 ? at + 2 : at + 1
  out.set(at, end, '\n')
  return end
}

function writeMarkup(out: PatchedBytes, start: number): number {
  const end = markupEnd(out.source, start)
  if (!isCdata(out.source, start)) {
    writeLineEnds(out, start, end)
    return end
  }
  out.set(start, start + cdata.length, '')
  for (let at = start + cdata.length; at < end - 3;)
    at = special[out.source[at] ?? 0] === 0 ? at + 1 : writeCharacter(out, at)
  out.set(end - 3, end, '')
  return end
}
