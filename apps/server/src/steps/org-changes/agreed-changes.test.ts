import type { ComponentIdentity } from '@sluice/metadata/component'
import { overlayOrg } from '@sluice/metadata/undeployed-overlay'
import { expect, test } from 'vitest'
import { alpha, car } from '../../commands/testing/sample-metadata.ts'
import { withAgreed } from './agreed-changes.ts'

const bytes = (text: string) => Buffer.from(text)
const namesOf = (components: readonly ComponentIdentity[]) =>
  components.map(({ componentName }) => componentName)

const withLengths = ([a, b]: readonly [number, number]) => bytes(car.text({ A__c: a, B__c: b }))

/** The versions of an object with two undeployed fields, given by the lengths of the fields. */
function object(lengths: Readonly<Record<'baseline' | 'parity' | 'org', readonly [number, number]>>) {
  const nested = ['Car__c.A__c', 'Car__c.B__c'].map((componentName) => ({
    packageName: 'unpackaged',
    componentType: 'CustomField',
    componentName,
  }))
  return {
    path: `unpackaged/${car.path}`,
    baseline: withLengths(lengths.baseline),
    parity: withLengths(lengths.parity),
    org: withLengths(lengths.org),
    nested,
  }
}

const fields = object({ baseline: [1, 1], parity: [2, 2], org: [3, 4] })

test('of two undeployed elements that the org changed, only the one with the same change in the branch is agreed', () => {
  const found = overlayOrg(fields)
  expect(namesOf(found.conflicts)).toEqual(['Car__c.A__c', 'Car__c.B__c'])
  const agreed = withAgreed(found, fields, bytes(car.text({ A__c: 3, B__c: 5, Own__c: 9 })))
  expect([namesOf(agreed.settled), namesOf(agreed.conflicts)]).toEqual([['Car__c.A__c'], ['Car__c.B__c']])
})

test('nothing is agreed when the branch has another change, no file, or a file that cannot be read', () => {
  const found = overlayOrg(fields)
  for (const head of [
    bytes(car.text({ A__c: 2, B__c: 2 })),
    null,
    bytes(`<<<<<<< ours\n${car.text({ A__c: 3, B__c: 4 })}`),
  ])
    expect(withAgreed(found, fields, head)).toEqual(found)
})

test('a class that org and branch changed in the same way is agreed, with the version of the org', () => {
  const [first, second, third] = ['// first', '// second', '// third'].map((line) => bytes(alpha.body(line)))
  const versions = {
    path: `unpackaged/${alpha.path}`,
    baseline: first ?? null,
    parity: second ?? null,
    org: third ?? null,
    nested: null,
  }
  const agreed = withAgreed(overlayOrg(versions), versions, bytes(alpha.body('// third')))
  expect(agreed.conflicts).toEqual([])
  expect(namesOf(agreed.settled)).toEqual(['Alpha'])
  expect(agreed.content).toEqual(third)
})
