const elementsInPiece = 100

/** A list that is serialized already, one element a line. Nothing parses the bytes before they are written. */
export class JsonLines {
  readonly pieces: readonly Buffer[]
  readonly length: number

  /** Each piece is whole lines, the last line break included. */
  constructor(pieces: readonly Buffer[], length: number) {
    this.pieces = pieces
    this.length = length
  }
}

/**
 * The text that `JSON.stringify(value, null, indent)` gives, in pieces: no long list becomes one text, so that a
 * writer does not block the event loop. A list that is serialized already keeps one element a line.
 */
export function* jsonPieces(value: unknown, indent = 0, depth = 0): Generator<string> {
  const lineEnd = (at: number) => (indent === 0 ? '' : `\n${' '.repeat(indent * at)}`)
  if (value instanceof JsonLines) {
    yield* readyPieces(value)
  } else if (Array.isArray(value) && value.length > 0) {
    yield* value.some(Array.isArray) ? nestedPieces(value) : flatPieces(value)
    yield `${lineEnd(depth)}]`
  } else if (isRecord(value)) {
    yield* recordPieces(value)
  } else {
    yield JSON.stringify(value) ?? 'null'
  }

  function* readyPieces(list: JsonLines) {
    const next = `,${lineEnd(depth + 1)}`
    for (const [at, piece] of list.pieces.entries()) {
      const lines = piece.toString('utf8', 0, piece.length - 1)
      yield `${at === 0 ? `[${lineEnd(depth + 1)}` : next}${lines.replaceAll('\n', next)}`
    }
    yield list.pieces.length === 0 ? '[]' : `${lineEnd(depth)}]`
  }

  function* flatPieces(list: readonly unknown[]) {
    for (let at = 0; at < list.length; at += elementsInPiece) {
      const text = JSON.stringify(list.slice(at, at + elementsInPiece), null, indent)
      // Without its own brackets. A line break is never inside a JSON text, only between its parts.
      yield `${at === 0 ? '[' : ','}${text.slice(1, -1).trimEnd().replaceAll('\n', lineEnd(depth))}`
    }
  }

  function* nestedPieces(list: readonly unknown[]) {
    for (const [at, element] of list.entries()) {
      yield `${at === 0 ? '[' : ','}${lineEnd(depth + 1)}`
      yield* jsonPieces(element, indent, depth + 1)
    }
  }

  function* recordPieces(record: object) {
    const fields = Object.entries(record).filter(([, field]) => hasText(field))
    for (const [at, [name, field]] of fields.entries()) {
      yield `${at === 0 ? '{' : ','}${lineEnd(depth + 1)}${JSON.stringify(name)}:${indent === 0 ? '' : ' '}`
      yield* jsonPieces(field, indent, depth + 1)
    }
    yield fields.length === 0 ? '{}' : `${lineEnd(depth)}}`
  }
}

/** Dates and the like say themselves what their text is. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

/** JSON leaves out what has none. */
const hasText = (value: unknown): boolean => !['undefined', 'function', 'symbol'].includes(typeof value)
