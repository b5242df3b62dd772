import { expect, test } from 'vitest'
import { tableLayoutFor } from './table-layout.ts'

const table = { neededRem: 60, cardsBelowRem: 62 }

test.each([
  [80, 'rows'],
  [61.25, 'rows'],
  [61, 'wide-cards'],
  [37, 'wide-cards'],
  [36, 'cards'],
])('a table of 60 rem in a frame of %d rem is laid out as %s', (frameRem, layout) => {
  expect(tableLayoutFor(frameRem, table)).toBe(layout)
})

test('a table with more columns than its frame has room for scrolls where the frame is wide', () => {
  expect(tableLayoutFor(70, { neededRem: 120, cardsBelowRem: 62 })).toBe('rows')
})

test('a small table has rows in a narrow frame, but never below the width of a phone', () => {
  expect(tableLayoutFor(40, { neededRem: 20, cardsBelowRem: 62 })).toBe('rows')
  expect(tableLayoutFor(30, { neededRem: 20, cardsBelowRem: 62 })).toBe('cards')
})
