import { expect, test } from 'vitest'

import { bytes, metadataXml } from './testing/text.ts'
import { isKnownType, unknownLists } from './unknown-metadata.ts'

const entry = (name: string, key: string): string => `<${name}><key>${key}</key></${name}>`
const lists = (file: string, root: string, ...lines: string[]): string[] =>
  unknownLists(`unpackaged/${file}`, bytes(metadataXml(root, ...lines)))

test('a list that no rule knows is named by its path, once', () => {
  const inner = `<fieldPermissions><field>A</field>${entry('news', '1')}${entry('news', '2')}</fieldPermissions>`
  const found = lists(
    'profiles/Sales.profile',
    'Profile',
    inner,
    ...['1', '2', '3'].map((key) => entry('newAccesses', key)),
  )
  expect(found).toEqual(['Profile/fieldPermissions/news', 'Profile/newAccesses'])
})

test('known lists, single elements, code and broken files name nothing', () => {
  const field = '<fieldPermissions><field>A</field></fieldPermissions>'
  expect(
    lists('profiles/Sales.profile', 'Profile', field, field.replace('A', 'B'), entry('new', '1')),
  ).toEqual([])
  expect(lists('classes/A.cls', 'x', '<a/>', '<a/>')).toEqual([])
  expect(unknownLists('unpackaged/profiles/Sales.profile', bytes('<a><b></a>'))).toEqual([])
})

test('types are known by the registry, nested ones too', () => {
  expect(['Profile', 'CustomField', 'NewThing'].map(isKnownType)).toEqual([true, true, false])
})
