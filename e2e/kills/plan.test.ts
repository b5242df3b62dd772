import { expect, test } from 'vitest'
import { roundsOf, victims } from './plan.ts'

test('the same seed makes the same rounds, another seed others', () => {
  expect(roundsOf(7, 300)).toEqual(roundsOf(7, 300))
  expect(roundsOf(7, 300)).not.toEqual(roundsOf(8, 300))
})

test('a short run is the beginning of a long one', () => {
  expect(roundsOf(7, 30)).toEqual(roundsOf(7, 300).slice(0, 30))
})

test('each victim is killed equally often, in flows of both directions, early and late', () => {
  const rounds = roundsOf(7, 300)
  for (const victim of victims) {
    const own = rounds.filter((round) => round.victim === victim)
    expect(own.length).toBe(60)
    expect(new Set(own.map(({ direction }) => direction)).size).toBe(2)
    expect(Math.min(...own.map(({ fraction }) => fraction))).toBeLessThan(0.15)
    expect(Math.max(...own.map(({ fraction }) => fraction))).toBeGreaterThan(0.85)
  }
})
