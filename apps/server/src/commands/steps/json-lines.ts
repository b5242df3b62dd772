import { createReadStream } from 'node:fs'
import { writeWhole } from './work-folder.ts'

const linesAtOnce = 100

/** A list for which one text would be too long: an element a line. */
export async function writeJsonLines(path: string, list: readonly unknown[]): Promise<void> {
  await writeWhole(path, linesOf(list))
}

function* linesOf(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += linesAtOnce)
    yield list
      .slice(at, at + linesAtOnce)
      .map((element) => `${JSON.stringify(element)}\n`)
      .join('')
}

/** What `writeJsonLines` wrote, read in portions between which the event loop has its turn. */
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
