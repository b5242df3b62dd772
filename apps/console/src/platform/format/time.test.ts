import { expect, test } from 'vitest'
import { formatRelative } from './time.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

test.for([
  ['2026-03-01T11:59:30.000Z', 'just now'],
  ['2026-03-01T11:57:00.000Z', '3 minutes ago'],
  ['2026-03-01T14:30:00.000Z', 'in 2 hours'],
  ['2026-02-28T11:00:00.000Z', 'yesterday'],
  ['2025-12-01T12:00:00.000Z', '3 months ago'],
] as const)('%s is shown as "%s"', ([moment, shown]) => {
  expect(formatRelative(moment, now)).toBe(shown)
})
