import { SalesforceError } from '@sluice/salesforce/errors'
import { expect, test } from 'vitest'
import { pauseAfter } from './poll-delay.ts'

const busy = (retryAfterSeconds?: number) =>
  new SalesforceError('requestLimitExceeded', 'x', { retryAfterSeconds })

test('the pause grows while the org has too many calls at a time, up to a minute', () => {
  const pauses = [0]
  for (let calls = 0; calls < 8; calls++) pauses.push(pauseAfter(busy(), pauses.at(-1) ?? 0))
  expect(pauses.slice(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})

test('the pause is as long as Salesforce asks', () => {
  expect(pauseAfter(busy(17), 0)).toBe(17_000)
  expect(pauseAfter(new SalesforceError('internal', 'x', { retryAfterSeconds: 3 }), 0)).toBe(3_000)
})

test('other errors ask for no longer pause', () => {
  expect(pauseAfter(new SalesforceError('network', 'x'), 8_000)).toBe(0)
})
