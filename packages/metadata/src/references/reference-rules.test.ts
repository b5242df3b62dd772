import { expect, test } from 'vitest'

import { allTypeNames } from '../registry.ts'
import { isKnownType } from '../unknown-metadata.ts'
import { referenceRulesOf } from './reference-rules.ts'

const rules = allTypeNames().flatMap((name) => [...referenceRulesOf(name)])

test('every rule names types that there are', () => {
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.flatMap(({ to }) => to).filter((type) => !isKnownType(type))).toEqual([])
})

test('roots that no rule knows name nothing', () => {
  expect([referenceRulesOf('toString'), referenceRulesOf('NewThing')]).toEqual([[], []])
})

test('what lies inside an object has its rules there too, but for those of the file alone', () => {
  const inside = referenceRulesOf('CustomObject').map(({ entries }) => entries)
  expect(inside).toContain('validationRules/errorConditionFormula')
  expect(inside).not.toContain('listViews/columns')
})
