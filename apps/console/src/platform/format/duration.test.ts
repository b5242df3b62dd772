import { expect, test } from 'vitest'
import { formatClock, formatDuration } from './duration.ts'

test('[J-157] a duration shows hours and minutes, minutes and seconds, seconds, or ms', () => {
  const shown = [3_600_000 + 20 * 60_000, 185_000, 7_900, 250].map(formatDuration)
  expect(shown).toEqual(['1 h 20 min', '3 min 5 s', '7 s', '250 ms'])
})
test('a clock counts on beyond a day', () => {
  expect([formatClock(862_000), formatClock(90_061_000)]).toEqual(['00:14:22', '25:01:01'])
})
test('a negative span, from clocks that disagree, shows zero', () => {
  expect([formatDuration(-5), formatClock(-5)]).toEqual(['0 ms', '00:00:00'])
})
