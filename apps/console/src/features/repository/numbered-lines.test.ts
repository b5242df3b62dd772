import { expect, test } from 'vitest'
import { numberedLines } from './difference-body.tsx'

test('lines are counted on both sides, and what lies between two hunks is a gap', () => {
  const hunks = [
    { oldStart: 1, newStart: 1, lines: [' a', '-b', '+B', '+C', ' d'] },
    { oldStart: 9, newStart: 10, lines: ['-z', '\\ No newline at end of file'] },
  ]
  const seen = numberedLines(hunks).map((line) => [line.kind, line.oldNumber, line.newNumber, line.text])
  expect(seen).toEqual([
    ['kept', 1, 1, 'a'],
    ['removed', 2, null, 'b'],
    ['added', null, 2, 'B'],
    ['added', null, 3, 'C'],
    ['kept', 3, 4, 'd'],
    ['gap', null, null, '⋯'],
    ['removed', 9, null, 'z'],
    ['note', null, null, 'No newline at end of file'],
  ])
})
