import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { RetrieveMember } from './retrieve-plan.ts'

import { planRetrieve, splitBatch } from './retrieve-plan.ts'

const members = (type: string, count: number): RetrieveMember[] =>
  Array.from({ length: count }, (_, index) => ({ type, fullName: `N${index}` }))
const key = ({ type, fullName }: RetrieveMember): string => `${type}/${fullName}`
const sizes = (batches: readonly RetrieveMember[][]): number[] => batches.map((batch) => batch.length)

describe('batches', () => {
  test('hold at least 200, at most 1,000, and aim for sixteen', () => {
    expect(sizes(planRetrieve(members('StaticResource', 500)))).toEqual([200, 200, 100])
    expect(planRetrieve(members('StaticResource', 8000))).toHaveLength(16)
    expect(Math.max(...sizes(planRetrieve(members('StaticResource', 40_000))))).toBe(1000)
  })

  test('keep profiles with what they speak about, other types apart', () => {
    const plan = planRetrieve([
      ...members('Profile', 3),
      ...members('ApexClass', 1500),
      ...members('StaticResource', 10),
    ])
    expect(sizes(plan)).toEqual([1503, 10])
  })

  test('take profiles along in each part when it is too much for one request', () => {
    const plan = planRetrieve([...members('Profile', 3), ...members('ApexClass', 2500)], {
      maxTogether: 1003,
    })
    expect(sizes(plan)).toEqual([1003, 1003, 503])
    expect(plan.every((batch) => batch.filter(({ type }) => type === 'Profile').length === 3)).toBe(true)
  })

  test('are empty when nothing is asked for', () => {
    expect(planRetrieve([])).toEqual([])
  })

  test('hold every member', () => {
    const member = fc.record({
      type: fc.constantFrom('Profile', 'ApexClass', 'Report'),
      fullName: fc.string({ maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(member), (asked) => {
        const planned = new Set(
          planRetrieve(asked, { minBatch: 2, maxBatch: 5, maxTogether: 4 }).flat().map(key),
        )
        expect(planned).toEqual(new Set(asked.map(key)))
      }),
    )
  })
})

describe('a refused batch', () => {
  test('is halved, dependents in both halves', () => {
    const halves = splitBatch([...members('Profile', 2), ...members('ApexClass', 5)])
    expect(sizes(halves ?? [])).toEqual([5, 4])
  })

  test('cannot be split below one member', () => {
    expect(splitBatch(members('ApexClass', 1))).toBeNull()
    expect(splitBatch([...members('Profile', 1), ...members('ApexClass', 1)])).toBeNull()
  })
})
