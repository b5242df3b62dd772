import { expect, test } from 'vitest'
import { createTestClock } from '../testing/test-clock.ts'
import { KeptAnswers } from './kept-answers.ts'

/** Something that is asked, and how often it was. */
function counted() {
  const clock = createTestClock()
  const kept = new KeptAnswers<number>({ maxAgeMs: 60_000 })
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
  // The test clock also advances in real time, by seconds on a busy machine.
  clock.advance(50_000)
  expect(await get()).toBe(7)
  clock.advance(10_000)
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

/** A cache of at most this weight, of numbers that weigh what they are; a negative number is refused. */
function weighing(maxWeight: number) {
  const clock = createTestClock()
  const kept = new KeptAnswers<number>({ maxWeight, weightOf: (answer) => answer, keepsRefusals: false })
  const asked: string[] = []
  const get = (key: string, answer = 1) =>
    kept.get(clock, key, async () => {
      asked.push(key)
      if (answer < 0) throw new Error('No answer.')
      return answer
    })
  return { get, asked }
}

test('answers that were not used for the longest time are dropped when all weigh too much', async () => {
  const { get, asked } = weighing(10)
  for (const key of ['a', 'b', 'a']) await get(key, 4)
  await get('c', 5)
  await get('a')
  expect(asked).toEqual(['a', 'b', 'c'])
  await get('b', 4)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

test('the answer that was used last is kept whatever it weighs', async () => {
  const { get, asked } = weighing(10)
  await get('a', 1_000)
  await get('a', 1_000)
  expect(asked).toEqual(['a'])
})

test('a refusal that is not kept is asked for again', async () => {
  const { get, asked } = weighing(10)
  await expect(get('a', -1)).rejects.toThrow('No answer.')
  await expect(get('a', 2)).resolves.toBe(2)
  expect(asked).toEqual(['a', 'a'])
})
