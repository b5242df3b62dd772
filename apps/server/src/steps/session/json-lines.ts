import { createReadStream } from 'node:fs'
import { JsonLines } from '../../platform/json-pieces.ts'
import { writeWhole } from './work-folder.ts'

const linesAtOnce = 100
const lineBreak = 0x0a

/** A list for which one text would be too long: an element a line. */
export async function writeJsonLines(path: string, list: readonly unknown[]): Promise<void> {
  await writeWhole(path, linesOf(list))
}

function* linesOf(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += linesAtOnce) yield textOf(list.slice(at, at + linesAtOnce))
}

const textOf = (elements: readonly unknown[]): string =>
  elements.map((element) => `${JSON.stringify(element)}\n`).join('')

/** Collects the lines of such a list as bytes: unlike objects, nobody has to copy or look through them meanwhile. */
export function jsonLineBytes() {
  const pieces: Buffer[] = []
  let elements: unknown[] = []
  const end = (): Buffer[] => {
    if (elements.length > 0) pieces.push(Buffer.from(textOf(elements)))
    elements = []
    return pieces
  }
  return {
    add: (element: unknown): void => {
      elements.push(element)
      if (elements.length === linesAtOnce) end()
    },
    /** The whole list, in pieces. */
    end,
  }
}

/** What `writeJsonLines` wrote, to be passed on as it is. */
export async function readyJsonLines(path: string): Promise<JsonLines> {
  const pieces: Buffer[] = []
  let length = 0
  let begun: Buffer = Buffer.alloc(0)
  for await (const read of createReadStream(path)) {
    if (!Buffer.isBuffer(read)) continue
    const whole = Buffer.concat([begun, read])
    const end = whole.lastIndexOf(lineBreak) + 1
    begun = whole.subarray(end)
    for (let at = whole.indexOf(lineBreak); at >= 0; at = whole.indexOf(lineBreak, at + 1)) length += 1
    if (end > 0) pieces.push(whole.subarray(0, end))
  }
  return new JsonLines(pieces, length)
}

/** Reads what `writeJsonLines` wrote, piece by piece, so that the event loop is not blocked. */
export async function readJsonLines<T>(path: string): Promise<T[]> {
  const list: T[] = []
  let begun = ''
  for await (const piece of createReadStream(path, 'utf8')) {
    const lines = `${begun}${String(piece)}`.split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) list.push(JSON.parse(line))
  }
  return list
}
