import { expect, test } from 'vitest'
import {
  chosenEnvironments,
  environmentFilterForm,
  fromEnvironmentFilter,
  type SelectionForm,
  toEnvironmentFilter,
} from './environment-filter-form.ts'

const none: SelectionForm = { mode: 'None', ids: [], tags: [] }
const messages = (include: SelectionForm) =>
  environmentFilterForm.safeParse({ include, thenExclude: none }).error?.issues.map((issue) => issue.message)
const tags = [{ name: 'stage', value: 'qa' }]

test('the mode Environments needs at least one environment', () => {
  expect(messages({ mode: 'Environments', ids: [], tags })).toEqual([
    'At least one environment must be selected',
  ])
})
test('the mode Tags needs at least one tag', () => {
  expect(messages({ mode: 'Tags', ids: ['a'], tags: [] })).toEqual(['At least one tag must be specified'])
})
test('only what belongs to the mode is sent', () => {
  const filter = toEnvironmentFilter({
    include: { mode: 'Tags', ids: ['a'], tags },
    thenExclude: { ...none, ids: ['b'] },
  })
  expect(filter).toEqual({
    include: { all: false, ids: [], tags: { stage: 'qa' } },
    thenExclude: { all: false, ids: [], tags: {} },
  })
})
test.for([
  [{ all: true, ids: ['a'], tags: {} }, 'All'],
  [{ all: false, ids: ['a'], tags: { stage: 'qa' } }, 'Environments'],
  [{ all: false, ids: [], tags: { stage: 'qa' } }, 'Tags'],
] as const)('prior settings %j restore the mode %s', ([include, mode]) => {
  const prior = {
    include: { ...include, ids: [...include.ids] },
    thenExclude: { all: false, ids: [], tags: {} },
  }
  expect(fromEnvironmentFilter(prior).include.mode).toBe(mode)
})
test('it begins with Environments and excludes none', () => {
  const { include, thenExclude } = chosenEnvironments([])
  expect([include.mode, thenExclude.mode]).toEqual(['Environments', 'None'])
})
