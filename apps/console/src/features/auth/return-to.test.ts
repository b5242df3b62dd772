import { expect, test } from 'vitest'
import { returnTo } from './return-to.ts'

test('an address of this origin is kept', () => {
  expect(returnTo.parse('/workspaces/acme?x=1')).toBe('/workspaces/acme?x=1')
})

test.for(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'the foreign address %j is dropped',
  (address) => {
    expect(returnTo.parse(address)).toBeUndefined()
  },
)
