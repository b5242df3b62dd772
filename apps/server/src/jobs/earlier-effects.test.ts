import { outsideEffectKinds } from '@sluice/contract/outside-effect'
import { expect, test } from 'vitest'
import { hadNoEffect, kindOfStep, withKinds } from './earlier-effects.ts'

const names = [
  'deploy 2',
  'start tests',
  'create sandbox',
  'delete sandbox',
  'create branch',
  'delete branch',
  'create repository 1',
  'invite to repository',
  'push 3',
  'anything else',
]

test('each kind of effect is found by the name that its step had in earlier releases', () => {
  expect(names.map(kindOfStep)).toEqual(outsideEffectKinds)
  expect(names.map((name) => kindOfStep(`source: ${name}`))).toEqual(outsideEffectKinds)
})

test.each([
  ['push 1', 'moved', true],
  ['push 1', 'pushed', false],
  ['delete branch', false, true],
  ['delete sandbox', true, false],
  ['create repository 1', null, true],
  ['create repository 1', { id: '1' }, false],
  ['invite to repository', 'The user is unknown.', true],
  ['invite to repository', null, false],
  ['deploy 1', '0Af', false],
])('%s with the answer %j changed nothing: %s', (name, value, isNothing) => {
  expect(hadNoEffect(name, { value })).toBe(isNothing)
})

test('an effect whose result is not known may have changed something', () => {
  expect(hadNoEffect('push 1', null)).toBe(false)
})

test('stored effects of all releases have a kind for their readers', () => {
  expect(withKinds([{ name: 'deploy 1', isCertain: false }])).toEqual([
    { kind: 'Deployment', isCertain: false },
  ])
  expect(withKinds([{ kind: 'Push', isCertain: true }])).toEqual([{ kind: 'Push', isCertain: true }])
  expect(withKinds(null)).toBeNull()
})
