import { expect, test } from 'vitest'
import { failedAttempts } from './failed-attempts.ts'

test('a network that failed too often waits until its quarter of an hour is over, others do not', () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const attempts = failedAttempts({ max: 3, now: () => new Date(now) })
  for (let count = 0; count < 3; count += 1) attempts.add('10.0.0.1')
  expect([attempts.waitSeconds('10.0.0.1'), attempts.waitSeconds('10.0.0.2')]).toEqual([900, 0])
  now += 900_000
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
  attempts.add('10.0.0.1')
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
})

test('an attempt that succeeded is taken back', () => {
  const attempts = failedAttempts({ max: 2, now: () => new Date() })
  for (let count = 0; count < 5; count += 1) {
    attempts.add('10.0.0.1')
    attempts.remove('10.0.0.1')
  }
  attempts.add('10.0.0.1')
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
  attempts.add('10.0.0.1')
  expect(attempts.waitSeconds('10.0.0.1')).toBeGreaterThan(0)
})

test('a flood of other networks forgets the oldest only', () => {
  const attempts = failedAttempts({ max: 1, now: () => new Date() })
  for (let count = 0; count < 10_001; count += 1) attempts.add(`net-${count}`)
  expect(['net-0', 'net-1', 'net-10000'].map((name) => attempts.waitSeconds(name) > 0)).toEqual([
    false,
    true,
    true,
  ])
})

test('a factor of nought switches the limit off', () => {
  const attempts = failedAttempts({ max: 0, now: () => new Date() })
  attempts.add('10.0.0.1')
  expect(attempts.waitSeconds('10.0.0.1')).toBe(0)
})
