import { expect, test } from 'vitest'
import { unknownMetadata } from './unknown-metadata.ts'

test('types of the org that no rule knows are named once', () => {
  const members = ['ApexClass', 'NewThing', 'NewThing'].map((type) => ({
    type,
    fullName: 'A',
    modifier: null,
  }))
  expect(unknownMetadata({ members }, [])).toEqual({ types: ['NewThing'], lists: [] })
})
