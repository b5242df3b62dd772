import { expect, test } from 'vitest'
import { numberedLines } from './code-text.tsx'

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

test('a removed line and the added line that stands for it mark what differs between them', () => {
  const lines = [
    '-  <label>Ask for feedback</label>',
    '-gone',
    '+  <label>Ask for feedback once</label>',
    '+come',
  ]
  const marked = numberedLines([{ oldStart: 1, newStart: 1, lines }]).map(({ text, mark }) =>
    mark === null ? null : text.slice(mark.from, mark.to),
  )
  expect(marked).toEqual(['', 'gon', ' once', 'com'])
})

test('lines that have nothing but indentation in common are not marked', () => {
  const lines = ['-  abc', '+  xyz']
  expect(numberedLines([{ oldStart: 1, newStart: 1, lines }]).map(({ mark }) => mark)).toEqual([null, null])
})
