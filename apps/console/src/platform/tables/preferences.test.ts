import { expect, test } from 'vitest'
import { readPreferences } from './preferences.ts'

const fallback = { hiddenColumns: ['id'], filter: '', onlyMine: false, choice: '', status: '' }

test('what was stored wins over the defaults, and what is missing is filled in', () => {
  expect(readPreferences('{"onlyMine":true}', fallback)).toEqual({ ...fallback, onlyMine: true })
})

test.for(['', 'null', '{"hiddenColumns":7}'])(
  'unreadable preferences %j fall back to the defaults',
  (stored) => {
    expect(readPreferences(stored, fallback)).toEqual(fallback)
  },
)
