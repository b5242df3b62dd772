import { expect, test } from 'vitest'
import { KeptPredictions } from './kept-predictions.ts'

/** Answers that weigh what they are; gives the questions that were really answered. */
function asking(most: number) {
  const kept = new KeptPredictions<number>(most, (answer) => answer)
  const made: string[] = []
  const get = (key: string, answer = 1) =>
    kept.get(key, async () => {
      made.push(key)
      if (answer < 0) throw new Error('No answer.')
      return answer
    })
  return { get, made }
}

test('whoever asks at the same time and later gets the answer that was made once', async () => {
  const { get, made } = asking(10)
  await Promise.all([get('a'), get('a'), get('b')])
  await get('a')
  expect(made).toEqual(['a', 'b'])
})

test('of too many answers those that were asked for longest ago are forgotten', async () => {
  const { get, made } = asking(10)
  for (const key of ['a', 'b', 'a']) await get(key, 4)
  await get('c', 5)
  await get('a')
  expect(made).toEqual(['a', 'b', 'c'])
  await get('b', 4)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('the newest answer is kept however heavy it is', async () => {
  const { get, made } = asking(10)
  await get('a', 1_000)
  await get('a', 1_000)
  expect(made).toEqual(['a'])
})

test('what could not be answered is asked again', async () => {
  const { get, made } = asking(10)
  await expect(get('a', -1)).rejects.toThrow('No answer.')
  await expect(get('a', 2)).resolves.toBe(2)
  expect(made).toEqual(['a', 'a'])
})
