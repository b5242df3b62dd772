import { mapSides } from './node.ts'

type LineEnd = 'LF' | 'CRLF'

/** The versions of a file as bytes; null for a base that there is not. */
interface Contents {
  readonly base: Uint8Array | null
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
}

const [lineFeed, carriageReturn] = [10, 13]

/**
 * The line ends of a file are one property of it, whatever its lines hold. Where the versions differ in them they are merged
 * with one, and the result gets those of the side that changed them: ours where both came with the file.
 */
export function mergeInOneLineEnd<Input extends Contents, Result extends { readonly content: Uint8Array }>(
  input: Input,
  merge: (input: Input) => Result,
): Result {
  const ends = mapSides(input, (side) => side && lineEndOf(side))
  const known = new Set([ends.base, ends.ours, ends.theirs].filter((end) => end !== null))
  if (known.size < 2) return merge(input)
  const { base, ours, theirs } = input
  const result = merge({
    ...input,
    base: base && withLineFeeds(base),
    ours: withLineFeeds(ours),
    theirs: withLineFeeds(theirs),
  })
  const end = ends.ours === null || ends.ours === ends.base ? (ends.theirs ?? ends.ours) : ends.ours
  return end === 'CRLF' ? { ...result, content: withReturns(result.content) } : result
}

/** That of the first line; null for a text of one line. */
function lineEndOf(text: Uint8Array): LineEnd | null {
  const at = text.indexOf(lineFeed)
  if (at === -1) return null
  return text[at - 1] === carriageReturn ? 'CRLF' : 'LF'
}

function withLineFeeds(text: Uint8Array): Uint8Array {
  return text.filter((byte, at) => byte !== carriageReturn || text[at + 1] !== lineFeed)
}

function withReturns(text: Uint8Array): Uint8Array {
  const lines = text.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0)
  const out = new Uint8Array(text.length + lines)
  let to = 0
  for (const byte of text) {
    if (byte === lineFeed) {
      out[to] = carriageReturn
      to += 1
    }
    out[to] = byte
    to += 1
  }
  return out
}
