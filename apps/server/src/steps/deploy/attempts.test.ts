import { describe, expect, test } from 'vitest'
import {
  type AttemptRules,
  type AttemptVerdict,
  decideAfterAttempt,
  decideOnEmptyDelta,
  firstAttempt,
} from './attempts.ts'

const rules: AttemptRules = {
  checkOnly: false,
  allOrNothing: false,
  resetExclusions: false,
  maxNumberAttempts: 5,
}
const fails = (...failedKeys: string[]): AttemptVerdict => ({ kind: 'failed', failedKeys })

/** Plays verdicts one after the other and returns every decision. */
function play(given: AttemptRules, ...verdicts: AttemptVerdict[]) {
  let state = firstAttempt(given)
  return verdicts.map((verdict) => {
    const decision = decideAfterAttempt(given, state, verdict)
    if (decision.kind === 'again') state = decision.state
    return decision
  })
}

describe('the attempts loop', () => {
  test('leaves out what failed and tries again', () => {
    expect(play(rules, fails('a'))[0]).toMatchObject({ kind: 'again', state: { number: 2, excluded: ['a'] } })
  })

  test('succeeds when the rest deploys', () => {
    expect(play(rules, fails('a'), { kind: 'succeeded' })[1]).toEqual({ kind: 'succeeded' })
  })

  test('nothing to deploy is success at first and failure when everything failed', () => {
    const [after] = play(rules, fails('a'))
    expect(decideOnEmptyDelta(firstAttempt(rules))).toEqual({ kind: 'succeeded' })
    if (after?.kind !== 'again') throw new Error('expected another attempt')
    expect(decideOnEmptyDelta(after.state)).toEqual({ kind: 'failed', reasons: ['reachedOnlyFailures'] })
  })

  test('leaves out an entry of a profile alone, and the profile where that does not help', () => {
    const [first, second] = play(rules, fails('p\tA'), fails('p\tA'))
    expect(first).toMatchObject({ kind: 'again', state: { excluded: ['p\tA'] } })
    expect(second).toMatchObject({ kind: 'again', state: { excluded: ['p', 'p\tA'] } })
  })

  test('leaves out the profile of an entry that fails before the last attempt', () => {
    const [, , third, fourth] = play(rules, fails('p\tA'), fails('p\tB'), fails('p\tC'), fails('p\tD'))
    expect(third).toMatchObject({ kind: 'again', state: { excluded: ['p\tA', 'p\tB', 'p\tC'] } })
    expect(fourth).toMatchObject({
      kind: 'again',
      state: { number: 5, excluded: ['p', 'p\tA', 'p\tB', 'p\tC'] },
    })
  })

  test('a failure without failed components ends the loop', () => {
    expect(play(rules, fails())[0]).toEqual({ kind: 'failed', reasons: ['lastAttemptFailed'] })
  })

  test('the same failures twice in a row end the loop', () => {
    expect(play(rules, fails('a'), fails('a'))[1]).toEqual({
      kind: 'failed',
      reasons: ['reachedRepeatedState'],
    })
  })

  test('with reset exclusions only the last failures are left out, and a cycle is noticed', () => {
    const reset = { ...rules, resetExclusions: true }
    const [, second, third] = play(reset, fails('a'), fails('b'), fails('a'))
    expect(second).toMatchObject({ kind: 'again', state: { excluded: ['b'] } })
    expect(third).toEqual({ kind: 'failed', reasons: ['reachedRepeatedState'] })
  })

  test('with "Reset exclusions" every attempt leaves out the components that the first one left out', () => {
    const reset = { ...rules, resetExclusions: true }
    expect(decideAfterAttempt(reset, firstAttempt(reset, ['x']), fails('a'))).toMatchObject({
      kind: 'again',
      state: { excluded: ['a', 'x'] },
    })
  })

  test('the maximum number of attempts ends the loop', () => {
    const two = { ...rules, maxNumberAttempts: 2 }
    expect(play(two, fails('a'), fails('b'))[1]).toEqual({
      kind: 'failed',
      reasons: ['reachedMaximumNumberAttempts'],
    })
  })

  test('all or nothing only validates after the first failure and never succeeds', () => {
    const [first, second] = play({ ...rules, allOrNothing: true }, fails('a'), { kind: 'succeeded' })
    expect(first).toMatchObject({ kind: 'again', state: { validateOnly: true } })
    expect(second).toEqual({ kind: 'failed', reasons: ['allOrNothingAttemptFailed'] })
  })

  test('a busy org costs an attempt and excludes nothing', () => {
    expect(play(rules, { kind: 'orgBusy' })[0]).toMatchObject({
      kind: 'again',
      state: { number: 2, excluded: [] },
    })
  })
})
