import { SalesforceError } from '@sluice/salesforce/errors'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { Deadline } from '../../platform/deadline.ts'
import { askedPauseMs, whileTransient } from './transient-retry.ts'
import { UnreadableAnswers } from './unreadable-answers.ts'

/** A clock on which every wait is over at once. */
function waits() {
  const made: number[] = []
  let now = 0
  const wait = async (milliseconds: number) => {
    made.push(milliseconds)
    now += milliseconds
  }
  const clock = { ...systemClock, elapsedMs: () => now, wait }
  return {
    made,
    limit: { signal: new AbortController().signal, deadline: new Deadline(clock, 6 * 3_600_000) },
  }
}

const page = () =>
  new SalesforceError('badResponse', 'Salesforce answered with a page instead of SOAP.', { retryable: true })

test('an answer that cannot be read is asked for three times', async () => {
  const { limit } = waits()
  let calls = 0
  const asking = whileTransient(async () => {
    calls += 1
    throw page()
  }, limit)
  await expect(asking).rejects.toMatchObject({
    code: 'badResponse',
    retryable: false,
    message:
      'Salesforce gave an answer that cannot be read, 3 times in a row. Salesforce answered with a page instead of SOAP. The question changed nothing in the org.',
  })
  expect(calls).toBe(3)
})

test('a server that is away is asked until the deadline', async () => {
  const { limit, made } = waits()
  const away = new SalesforceError('internal', 'x', { retryable: true, retryAfterSeconds: 31_536_000 })
  await expect(whileTransient(() => Promise.reject(away), limit)).rejects.toBe(away)
  expect(made.filter((pause) => pause === 600_000)).toHaveLength(36)
  expect(made.every((pause) => pause <= 600_000)).toBe(true)
})

test('only answers in a row count', () => {
  const answers = new UnreadableAnswers('Nothing was changed.')
  for (const answer of [
    page(),
    page(),
    { done: false },
    page(),
    new SalesforceError('internal', 'x'),
    page(),
    page(),
  ])
    answers.note(answer)
  expect(() => answers.note(page())).toThrow('3 times in a row')
})

test.each([
  [599, 599_000],
  [31_536_000, 600_000],
])('a wait of %i seconds is obeyed for %i ms', (retryAfterSeconds, pauseMs) => {
  expect(askedPauseMs(new SalesforceError('internal', 'x', { retryAfterSeconds }))).toBe(pauseMs)
})
