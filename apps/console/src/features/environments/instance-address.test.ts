import { expect, test } from 'vitest'
import { instanceAddress } from './org-details.tsx'

test('an instance of Salesforce has a page of its own', () => {
  const of = { signInUrl: 'https://login.salesforce.com', practiceOrgOrigin: 'http://127.0.0.1:7400' }
  expect(instanceAddress('EU42', of)).toBe('https://status.salesforce.com/instances/EU42')
})

test('the practice org has no page at Salesforce', () => {
  const of = { signInUrl: 'http://127.0.0.1:7400', practiceOrgOrigin: 'http://127.0.0.1:7400' }
  expect(instanceAddress('NB1', of)).toBe('http://127.0.0.1:7400')
})
