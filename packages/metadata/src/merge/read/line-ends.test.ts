import { expect, test } from 'vitest'

import { bytes, metadataXml, text } from '../../testing/text.ts'
import { merge } from '../merge.ts'
import { mergeFiles } from '../merge-files.ts'

const file = (a: number, b: number, end: string): Uint8Array =>
  bytes(metadataXml('Thing', `<a>${a}</a>`, `<b>${b}</b>`).replaceAll('\n', end))

test.each([
  { change: 'ours changed them', base: '\n', ours: '\r\n', theirs: '\n', wanted: '\r\n' },
  { change: 'theirs changed them', base: '\r\n', ours: '\r\n', theirs: '\n', wanted: '\n' },
  { change: 'both changed them', base: '\n', ours: '\r\n', theirs: '\r\n', wanted: '\r\n' },
])('line ends are those of the side that changed them: $change', ({ base, ours, theirs, wanted }) => {
  const input = { path: 'a.xml', base: file(1, 1, base), ours: file(2, 1, ours), theirs: file(1, 2, theirs) }
  for (const result of [mergeFiles(input), merge(input)]) {
    expect(result.status).toBe('clean')
    expect(text(result.content)).toBe(text(file(2, 2, wanted)))
  }
})

test('where both sides added the file, it has the line ends of ours', () => {
  const input = { path: 'a.xml', base: null, ours: file(1, 2, '\r\n'), theirs: file(1, 2, '\n') }
  expect(text(mergeFiles(input).content)).toBe(text(file(1, 2, '\r\n')))
})

test('what is between markers has one kind of line ends too', () => {
  const input = { path: 'a.xml', base: file(1, 1, '\n'), ours: file(2, 1, '\n'), theirs: file(3, 1, '\r\n') }
  const { status, content } = mergeFiles(input)
  expect([status, /[^\r]\n/u.test(text(content) ?? '')]).toEqual(['conflict', false])
})
