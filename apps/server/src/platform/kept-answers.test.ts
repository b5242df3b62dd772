import { expect, test } from 'vitest'
import { createTestClock } from '../testing/test-clock.ts'
import { KeptAnswers } from './kept-answers.ts'

/** Something that is asked, and how often it was. */
function counted() {
  const clock = createTestClock()
  const kept = new KeptAnswers<number>(60_000)
  const asked = { count: 0 }
  const get = (key = 'one', ask = async () => ++asked.count) => kept.get(clock, key, ask)
  return { clock, asked, get }
}

test('all who ask at the same time share one question', async () => {
  const { asked, get } = counted()
  expect(await Promise.all(Array.from({ length: 10 }, () => get()))).toEqual(Array(10).fill(1))
  expect(asked.count).toBe(1)
})

test('an answer is kept for its time, counted from when it came', async () => {
  const { clock, get } = counted()
  const slow = get('one', async () => {
    await clock.wait(50_000)
    return 7
  })
  clock.advance(50_000)
  expect(await slow).toBe(7)
  clock.advance(59_000)
  expect(await get()).toBe(7)
  clock.advance(1_000)
  expect(await get()).toBe(1)
})

test('a refusal is kept like an answer', async () => {
  const { clock, asked, get } = counted()
  const refuse = async () => {
    asked.count++
    throw new Error('No.')
  }
  await expect(get('one', refuse)).rejects.toThrow('No.')
  await expect(get('one', refuse)).rejects.toThrow('No.')
  expect(asked.count).toBe(1)
  clock.advance(60_000)
  expect(await get()).toBe(2)
})

test('another key is another question', async () => {
  const { get } = counted()
  expect([await get('one'), await get('two'), await get('one')]).toEqual([1, 2, 1])
})

test('the oldest answers are forgotten when there are too many', async () => {
  const { asked, get } = counted()
  for (let key = 0; key <= 2_000; key++) await get(String(key))
  await get('2000')
  expect(asked.count).toBe(2_001)
  await get('0')
  expect(asked.count).toBe(2_002)
})
