import type { ProgressScope } from '@sluice/contract/progress'
import { describe, expect, test } from 'vitest'
import { currentStep, failedSoFar, jobPercent, stepDuration, stepStatus, tellingPart } from './steps.ts'

const scope = (changes: Partial<ProgressScope>): ProgressScope => ({
  id: 'a',
  name: 'Deploy',
  status: 'Executing',
  state: null,
  itemsCompleted: null,
  itemsTotal: null,
  unit: null,
  itemsFailed: null,
  startedUtc: '2026-01-31T12:00:00.000Z',
  endedUtc: null,
  childScopes: [],
  ...changes,
})
const running = { status: 'Running', outcome: null, endedUtc: null } as const
const failed = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-31T12:00:09.000Z' } as const

describe('a step', () => {
  test('stands where its job stands when the job ended during it', () => {
    const at = (changes: Partial<ProgressScope>, job: typeof running | typeof failed = running) =>
      stepStatus(scope(changes), { job, isWaiting: false })
    expect([at({}), at({}, failed), at({ status: 'Disposed' }, failed), at({ status: 'Pending' })]).toEqual([
      'Running',
      'Failed',
      'Succeeded',
      'Pending',
    ])
    expect(stepStatus(scope({}), { job: running, isWaiting: true })).toBe('Waiting')
  })

  test('that ended with failed items asks for a look', () => {
    const part = scope({ unit: 'components', itemsFailed: 2, status: 'Disposed' })
    const step = scope({ status: 'Disposed', childScopes: [part] })
    expect(stepStatus(step, { job: running, isWaiting: false })).toBe('Warning')
  })

  test('lasts until it ends, else until its job ended, else until now', () => {
    const now = Date.parse('2026-01-31T12:00:05.000Z')
    const ended = scope({ status: 'Disposed', endedUtc: '2026-01-31T12:00:02.000Z' })
    expect(stepDuration(ended, { job: failed, now })).toBe(2000)
    expect(stepDuration(scope({}), { job: failed, now })).toBe(9000)
    expect(stepDuration(scope({}), { job: running, now })).toBe(5000)
    expect(stepDuration(scope({ startedUtc: null }), { job: running, now })).toBeNull()
    expect(stepDuration(scope({ status: 'Disposed' }), { job: running, now })).toBeNull()
  })
})

describe('of the steps', () => {
  const tests = scope({ id: 't', unit: 'tests', itemsTotal: 4, itemsCompleted: 4, itemsFailed: 1 })
  const components = scope({ id: 'c', unit: 'components', itemsTotal: 3, itemsCompleted: 2, itemsFailed: 1 })
  const deploy = scope({ id: 'd', childScopes: [tests, components] })
  const before = scope({ id: 'b', status: 'Disposed', itemsFailed: 9, unit: 'components' })

  test('only the newest, at its deepest, shows that it is at work', () => {
    expect(currentStep([before, scope({ id: 'x' }), deploy])?.id).toBe('c')
    expect(currentStep([before])).toBeNull()
  })

  test('the components tell most', () => {
    expect(tellingPart(deploy).id).toBe('c')
    expect(tellingPart(scope({ id: 'x' })).id).toBe('x')
  })

  test('what failed so far is counted in the attempt that is under way', () => {
    expect(failedSoFar([before, deploy])).toBe('1 test and 1 component failed so far')
    expect(failedSoFar([before])).toBeNull()
  })

  test('the percentage is that of the components, floored', () => {
    expect(jobPercent([before, deploy])).toBe(66)
    expect(jobPercent([scope({})])).toBeNull()
  })
})
