import { expect, test } from 'vitest'
import { encodeUtf8 } from '../bytes.ts'
import { XmlError } from './errors.ts'
import { defaultLimits } from './markup.ts'
import { Reader, readTape } from './reader.ts'
import type { XmlTape } from './tape.ts'

const document = (name: string, elements: number) =>
  encodeUtf8(
    `<root>${Array.from({ length: elements }, (_, i) => `<${name} id="${i}"><a>${i}</a></${name}>`).join('')}</root>`,
  )
const contentOf = ({ bytes, places, size }: XmlTape) => ({ bytes, places: [...places], size })

/** Reads another file at each tag with attributes of its own one. */
class InterruptedReader extends Reader {
  readonly #other: Uint8Array

  constructor(bytes: Uint8Array, other: Uint8Array) {
    super(bytes, defaultLimits)
    this.#other = other
  }

  protected override startTag(start: number): number {
    readTape(this.#other)
    return super.startTag(start)
  }
}

test.each([
  [3, 200],
  [200, 3],
  [200, 200],
])('two files read in turns, of %i and %i elements, are read as if alone', (mine, theirs) => {
  const [one, other] = [document('one', mine), document('another', theirs)]
  readTape(document('first', 500))
  const alone = contentOf(readTape(one))
  expect(contentOf(new InterruptedReader(one, other).read(null))).toEqual(alone)
  expect(contentOf(readTape(one))).toEqual(alone)
})

test('two readers that exist at the same time read as if alone', () => {
  const files = [document('one', 50), document('another', 60)]
  const alone = files.map((file) => contentOf(readTape(file)))
  const readers = files.map((file) => new Reader(file, defaultLimits))
  expect(readers.map((reader) => contentOf(reader.read(null)))).toEqual(alone)
})

test('a reader reads one file only, also after a file that cannot be read', () => {
  const reader = new Reader(encodeUtf8('<root><a></root>'), defaultLimits)
  expect(() => reader.read(null)).toThrow(XmlError)
  expect(() => reader.read(null)).toThrow('A reader reads one file only.')
})
