import { describe, expect, test } from 'vitest'
import { selectEnvironments } from './environment-selection.ts'

const environments = [
  { id: 'prod', tags: {} },
  { id: 'qa', tags: { Stage: 'Test', nightly: null } },
  { id: 'dev', tags: { stage: 'dev', nightly: 'yes' } },
]
const ids = (filter: Parameters<typeof selectEnvironments>[1]) =>
  selectEnvironments(environments, filter).selected.map((environment) => environment.id)

describe('selectEnvironments', () => {
  test('takes all, then leaves out what is excluded', () => {
    expect(ids({ include: { all: true }, thenExclude: { ids: ['prod'] } })).toEqual(['qa', 'dev'])
  })

  test('matches tag names and values without regard to case', () => {
    expect(ids({ include: { tags: { STAGE: 'test' } } })).toEqual(['qa'])
  })

  test('a tag without a value names only a tag without a value', () => {
    expect(ids({ include: { tags: { nightly: null } } })).toEqual(['qa'])
  })

  test('every given tag must match', () => {
    expect(ids({ include: { tags: { stage: 'dev', nightly: null } } })).toEqual([])
  })

  test('reports ids that are no environment', () => {
    expect(selectEnvironments(environments, { include: { ids: ['gone'] } }).unknownIds).toEqual(['gone'])
  })
})
