import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import type { ListedComponent } from './list-components.ts'
import { namedBeside } from './named-beside.ts'

const packaged = (type: string, fullName: string, given: Partial<ListedComponent> = {}): ListedComponent => ({
  type,
  fullName,
  id: '01p000000000001AAA',
  namespacePrefix: 'acme',
  manageableState: 'installed',
  lastModifiedById: null,
  lastModifiedByName: null,
  lastModifiedDate: null,
  ...given,
})

const own = [
  { type: 'Profile', fullName: 'Sales' },
  { type: 'CustomObject', fullName: 'Account' },
]
const types = ['ApexClass', 'CustomField', 'CustomObject', 'Layout', 'ListView', 'Profile', 'Report']
const text = types.map((type) => `unpackaged/~/${type}`).join('\n')

interface Given {
  readonly members?: typeof own
  readonly specs?: string
  readonly unlistedTypes?: readonly string[]
}

const beside = (
  listed: readonly ListedComponent[],
  { members = own, specs = text, unlistedTypes = [] }: Given = {},
) => namedBeside(listed, { members, specs: parseIncludeSpecs(specs).specs, unlistedTypes })

const trip = packaged('CustomObject', 'acme__Trip__c')
const named = { type: 'CustomObject', fullName: 'acme__Trip__c' }

test('an installed component is named beside profiles, and not where no profile is retrieved', () => {
  expect(beside([trip])).toEqual([named])
  expect(beside([trip], { members: own.slice(1) })).toEqual([])
})

test.each([
  ['of the org', packaged('ApexClass', 'acme__Tool', { manageableState: 'unmanaged' })],
  ['that profiles have no entries about', packaged('Report', 'acme__Folder/acme__All')],
  ['of which the name hides the package', packaged('Layout', 'Account-Trip Layout')],
  ['without a namespace', packaged('ApexClass', 'Tool', { namespacePrefix: null })],
  ['that comes with the object around it', packaged('CustomField', 'Account.acme__Trip__c')],
])('a component %s is not named', (_, component) => {
  expect(beside([component])).toEqual([])
})

test('a component of which the include specs want the file is not named', () => {
  expect(beside([trip], { specs: `${text}\nunpackaged/acme/CustomObject` })).toEqual([])
})

test('a packaged field of an object that is not retrieved is named by itself', () => {
  const field = packaged('CustomField', 'Lead.acme__Trip__c')
  expect(beside([field])).toEqual([{ type: 'CustomField', fullName: 'Lead.acme__Trip__c' }])
})

test('parts that hide their package are noted with the object, those of the org are not', () => {
  const parts = [
    packaged('ListView', 'acme__Trip__c.All'),
    packaged('CustomField', 'acme__Trip__c.acme__End__c'),
    packaged('CustomField', 'acme__Trip__c.Note__c', { manageableState: 'unmanaged' }),
  ]
  const packagedParts = [{ type: 'ListView', fullName: 'acme__Trip__c.All' }]
  expect(beside([trip, ...parts])).toEqual([{ ...named, packagedParts }])
})

test('an object is not named while the list of something inside it is missing', () => {
  expect(beside([trip], { unlistedTypes: ['ListView'] })).toEqual([])
  expect(beside([trip], { unlistedTypes: ['Report'] })).toEqual([named])
})
