import type { Sides } from '../read/node.ts'

import { LineTable } from './line-table.ts'

/** The lines of a text: where each begins (and one place more, the end), and a number that equal lines share. */
export interface Lines {
  readonly starts: Int32Array
  readonly numbers: Int32Array
}

const lineFeed = 10

/** The lines of three texts, with one numbering. A line ends behind its line feed. */
export function numberLines({ base, ours, theirs }: Sides<Uint8Array>): Sides<Lines> {
  const table = new LineTable()
  const known = linesOf(base, table)
  return {
    base: known,
    ours: new LineReader(ours, table).read({ text: base, lines: known }),
    theirs: new LineReader(theirs, table).read({ text: base, lines: known }),
  }
}

function linesOf(text: Uint8Array, table: LineTable): Lines {
  const count = countLines(text)
  const [starts, numbers] = [new Int32Array(count + 1), new Int32Array(count)]
  let at = 0
  for (let line = 0; line < count; line += 1) {
    const end = endOfLine(text, at)
    starts[line] = at
    numbers[line] = table.numberOf(text, at, end)
    at = end
  }
  starts[count] = text.length
  return { starts, numbers }
}

function countLines(text: Uint8Array): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (text[at] === lineFeed) count += 1
  return text.length > 0 && text[text.length - 1] !== lineFeed ? count + 1 : count
}

function endOfLine(text: Uint8Array, from: number): number {
  let at = from
  while (at < text.length && text[at] !== lineFeed) at += 1
  return at < text.length ? at + 1 : at
}

/** A text whose lines are numbered already. */
interface Known {
  readonly text: Uint8Array
  readonly lines: Lines
}

/** How many lines of the known text are searched for the place where both go on alike. */
const furthestLook = 64

/** Reads the lines of one text. Long ranges that a known text holds too are compared, not read line by line. */
class LineReader {
  readonly #text: Uint8Array
  readonly #table: LineTable
  #starts: Int32Array
  #numbers: Int32Array
  #count = 0

  constructor(text: Uint8Array, table: LineTable) {
    this.#text = text
    this.#table = table
    const guess = Math.ceil(text.length / 24) + 8
    this.#starts = new Int32Array(guess)
    this.#numbers = new Int32Array(guess)
  }

  read(known: Known): Lines {
    const text = this.#text
    const { starts, numbers } = known.lines
    let at = 0
    let line = 0
    while (at < text.length) {
      const copied = this.#copyCommon(at, known, line)
      at += (starts[line + copied] ?? 0) - (starts[line] ?? 0)
      line += copied
      if (at >= text.length) break
      const end = endOfLine(text, at)
      const number = this.#table.numberOf(text, at, end)
      this.#reserve(1)
      this.#starts[this.#count] = at
      this.#numbers[this.#count] = number
      this.#count += 1
      at = end
      line = nextLine(numbers, line, number)
    }
    this.#reserve(1)
    this.#starts[this.#count] = text.length
    return {
      starts: this.#starts.subarray(0, this.#count + 1),
      numbers: this.#numbers.subarray(0, this.#count),
    }
  }

  /** Takes over the lines from `line` on that stand here as well; gives their number. */
  #copyCommon(at: number, { text, lines }: Known, line: number): number {
    const start = lines.starts[line] ?? text.length
    const common = commonLength(text, start, { other: this.#text, at })
    if (common === 0) return 0
    let end = line
    while (end < lines.numbers.length && (lines.starts[end + 1] ?? 0) <= start + common) end += 1
    const isCut = end > line && text[start + common - 1] !== lineFeed && end === lines.numbers.length
    // A last line without its line feed is another line where the text goes on.
    if (isCut && at + common < this.#text.length) end -= 1
    this.#reserve(end - line)
    for (let index = line; index < end; index += 1) {
      this.#starts[this.#count] = (lines.starts[index] ?? 0) - start + at
      this.#numbers[this.#count] = lines.numbers[index] ?? 0
      this.#count += 1
    }
    return end - line
  }

  #reserve(count: number): void {
    const needed = this.#count + count + 1
    if (needed <= this.#starts.length) return
    const [starts, numbers] = [new Int32Array(needed * 2), new Int32Array(needed * 2)]
    starts.set(this.#starts)
    numbers.set(this.#numbers)
    this.#starts = starts
    this.#numbers = numbers
  }
}

/** The known line behind the next one with this number, when it is near; otherwise the same line again. */
function nextLine(numbers: Int32Array, line: number, number: number): number {
  const last = Math.min(numbers.length, line + furthestLook)
  for (let index = line; index < last; index += 1) if (numbers[index] === number) return index + 1
  return line
}

/** Length of the range in which two texts are equal from given places on. */
function commonLength(
  text: Uint8Array,
  from: number,
  { other, at }: { readonly other: Uint8Array; readonly at: number },
): number {
  const most = Math.min(text.length - from, other.length - at)
  let length = 0
  while (length < most && text[from + length] === other[at + length]) length += 1
  return length
}
