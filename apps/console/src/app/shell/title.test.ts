import { expect, test } from 'vitest'
import { documentTitle } from './title.ts'

test('[W-059] the title is built from the page outwards', () => {
  const parts = {
    page: 'Flow',
    environment: 'UAT',
    stack: 'Core CRM',
    workspace: 'Acme Corp',
    product: 'Sluice',
  }
  expect(documentTitle(parts)).toBe('Flow · UAT · Core CRM · Acme Corp · Sluice')
})
test('what is not known leaves no gap', () => {
  const parts = {
    page: 'Sign in',
    environment: undefined,
    stack: undefined,
    workspace: undefined,
    product: 'Sluice',
  }
  expect(documentTitle(parts)).toBe('Sign in · Sluice')
})
