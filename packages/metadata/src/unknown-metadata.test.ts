import { expect, test } from 'vitest'

import { normaliseFile } from './normalise.ts'
import { bytes, metadataXml } from './testing/text.ts'
import { isKnownType, lookInto } from './unknown-metadata.ts'

const entry = (name: string, key: string): string => `<${name}><key>${key}</key></${name}>`
const lists = (file: string, root: string, ...lines: string[]): string[] =>
  lookInto({ path: `unpackaged/${file}`, content: bytes(metadataXml(root, ...lines)) }).unknownLists()

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
  const broken = { path: 'unpackaged/profiles/Sales.profile', content: bytes('<a><b></a>') }
  expect(lookInto(broken).unknownLists()).toEqual([])
})

test.each([
  ['profiles/Sales.profile', '<Profile xmlns="x"><custom>true</custom></Profile>'],
  ['profiles/Sales.profile', metadataXml('Profile', '<custom>true</custom>')],
  ['profiles/Sales.profile', '<Profile>\n<custom>true</Profile>'],
  ['classes/A.cls', '<Profile ><custom/></Profile>'],
])('what is looked into is normalised as every file is: %s %#', (file, text) => {
  const input = { path: `unpackaged/${file}`, content: bytes(text) }
  expect(lookInto(input).content).toEqual(normaliseFile(input))
})

test('types are known by the registry, nested ones too', () => {
  expect(['Profile', 'CustomField', 'NewThing'].map(isKnownType)).toEqual([true, true, false])
})
