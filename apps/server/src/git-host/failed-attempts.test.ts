import { expect, test } from 'vitest'
import { failedAttempts } from './failed-attempts.ts'

test('an address that failed too often waits until its quarter of an hour is over, others do not', () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const attempts = failedAttempts({ max: 3, now: () => new Date(now) })
  for (let count = 0; count < 3; count += 1) attempts.add('10.0.0.1')
  expect([attempts.waitSeconds('10.0.0.1'), attempts.waitSeconds('10.0.0.2')]).toEqual([900, 0])
  now += 900_000
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
  attempts.add('10.0.0.1')
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
})

test('a factor of nought switches the limit off', () => {
  const attempts = failedAttempts({ max: 0, now: () => new Date() })
  attempts.add('10.0.0.1')
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
})
