import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import { requestedBy } from './requested.ts'

const { specs } = parseIncludeSpecs('unpackaged/~/ApexClass\nunpackaged/~/CustomObject\nunpackaged/~/Layout')
const plan = {
  members: [{ type: 'CustomObject', fullName: 'Account', modifier: null }],
  listedTypes: ['ApexClass', 'CustomObject', 'CustomField'],
}

test.each([
  ['CustomObject', 'Account', true, 'it was asked for'],
  ['ApexClass', 'Gone', true, 'the list of classes lacks it, so the org does'],
  ['CustomObject', 'Contact', false, 'standard objects are not all listed'],
  ['ApexClass', 'acme__Gone', false, 'packaged classes are not asked for'],
  ['Layout', 'Account-Old', false, 'the org does not list layouts'],
  ['Flow', 'Gone', false, 'nobody wants flows'],
])('%s %s is told about: %s, because %s', (componentType, componentName, isRequested) => {
  const identity = { packageName: 'unpackaged', componentType, componentName }
  expect(requestedBy(plan, specs)(identity)).toBe(isRequested)
})
