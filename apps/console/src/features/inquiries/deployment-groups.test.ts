import { expect, test } from 'vitest'
import type { DeploymentComponent } from './deployment-components.ts'
import { groupsOf, matching, withKeys } from './deployment-groups.ts'

const component = (componentType: string, componentName: string, part?: string): DeploymentComponent => ({
  key: `unpackaged ${componentType} ${componentName}`,
  changeType: 'Modified',
  identity: { packageName: 'unpackaged', componentType, componentName },
  canDeploy: true,
  items: part === undefined ? [] : [{ changeType: 'Added', name: part }],
})
const components = [
  component('Layout', 'Order-Main'),
  component('ApexClass', 'Zeta'),
  component('CustomObject', 'Order__c', 'Order__c.Total__c'),
  component('ApexClass', 'Alpha'),
]
const names = (found: readonly DeploymentComponent[]) => found.map(({ identity }) => identity.componentName)

test('components are grouped by type, in the order of their names', () =>
  expect(groupsOf(components).map((group) => [group.componentType, names(group.components)])).toEqual([
    ['ApexClass', ['Alpha', 'Zeta']],
    ['CustomObject', ['Order__c']],
    ['Layout', ['Order-Main']],
  ]))

test.each([
  ['alpha', ['Alpha']],
  ['apexcl', ['Zeta', 'Alpha']],
  ['total__c', ['Order__c']],
  [' ', ['Order-Main', 'Zeta', 'Order__c', 'Alpha']],
  ['none', []],
])('a search for "%s" looks at names, types and parts', (search, found) =>
  expect(names(matching(components, search))).toEqual(found),
)

test('20,000 components are grouped and searched', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => component(`Type${index % 40}`, `C${index}`))
  expect(groupsOf(matching(many, 'c1999')).length).toBeGreaterThan(0)
  expect(groupsOf(many)).toHaveLength(40)
})

test('keys are added and taken away together', () => {
  expect([...withKeys(new Set(['a']), ['b', 'c'], true)]).toEqual(['a', 'b', 'c'])
  expect([...withKeys(new Set(['a', 'b']), ['a', 'x'], false)]).toEqual(['b'])
})
