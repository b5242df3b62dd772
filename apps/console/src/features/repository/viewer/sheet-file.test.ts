import { expect, test } from 'vitest'
import { textsOf } from './sheet-file.ts'

test('the two texts of a difference have the lines of their side, and a line feed where the file has one', () => {
  const lines = [' one', '-two', '-three', '\\ No newline at end of file', '+2', '+3']
  expect(textsOf([{ oldStart: 1, newStart: 1, lines }])).toEqual({
    before: 'one\ntwo\nthree',
    after: 'one\n2\n3\n',
  })
})

test('a last line that both sides have without a line feed has none on either side', () => {
  const lines = ['-a', '+b', ' end', '\\ No newline at end of file']
  expect(textsOf([{ oldStart: 1, newStart: 1, lines }])).toEqual({ before: 'a\nend', after: 'b\nend' })
})

test('a new file has no text before', () => {
  expect(textsOf([{ oldStart: 1, newStart: 1, lines: ['+a', '+b'] }])).toEqual({
    before: '',
    after: 'a\nb\n',
  })
})
