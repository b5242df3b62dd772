import { afterEach, beforeEach, expect, test } from 'vitest'
import { manifest, objectFile, TestOrg, textField } from '../testing/client.ts'
import { childOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'

let org: TestOrg
beforeEach(async () => {
  org = await TestOrg.start()
  await org.deploy({
    'package.xml': manifest({ CustomObject: ['Lamp__c'] }),
    'objects/Lamp__c.object': objectFile(`${textField('Colour__c')}<label>Lamp</label>`),
  })
})
afterEach(() => org.stop())

const call = async (body: string): Promise<XmlElement | undefined> => childOf(await org.soap(body), 'result')
const rename = (type: string, from: string, to: string): Promise<XmlElement | undefined> =>
  call(
    `<renameMetadata><type>${type}</type><oldFullName>${from}</oldFullName><newFullName>${to}</newFullName></renameMetadata>`,
  )
const codeOf = (result: XmlElement | undefined): string | undefined => {
  const errors = result && childOf(result, 'errors')
  return errors && textOf(errors, 'statusCode')
}

test('a field is renamed within its object, the object as a whole', async () => {
  const field = await rename('CustomField', 'Lamp__c.Colour__c', 'Lamp__c.Tint__c')
  expect(field && textOf(field, 'success')).toBe('true')
  const object = await rename('CustomObject', 'Lamp__c', 'Light__c')
  expect(object && textOf(object, 'success')).toBe('true')
  const { files } = await org.retrieve({ CustomObject: ['*'] })
  expect(Object.keys(files).toSorted()).toEqual(['objects/Light__c.object', 'package.xml'])
  expect(files['objects/Light__c.object']).toContain('<fullName>Tint__c</fullName>')
})

test('what does not exist cannot be renamed, and no name twice', async () => {
  expect(codeOf(await rename('CustomObject', 'Nowhere__c', 'New__c'))).toBe('INVALID_CROSS_REFERENCE_KEY')
  expect(codeOf(await rename('CustomObject', 'Lamp__c', 'Lamp__c'))).toBe('DUPLICATE_DEVELOPER_NAME')
})

const permission = (name: string): string =>
  `<metadata xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CustomPermission"><fullName>${name}</fullName><label>${name}</label></metadata>`

test('components are created, updated, read and deleted without an archive', async () => {
  const created = await call(`<createMetadata>${permission('May')}</createMetadata>`)
  expect(created && textOf(created, 'success')).toBe('true')
  expect(codeOf(await call(`<createMetadata>${permission('May')}</createMetadata>`))).toBe(
    'DUPLICATE_DEVELOPER_NAME',
  )
  expect(codeOf(await call(`<updateMetadata>${permission('Nobody')}</updateMetadata>`))).toBe(
    'INVALID_CROSS_REFERENCE_KEY',
  )
  const upserted = await call(`<upsertMetadata>${permission('Must')}</upsertMetadata>`)
  expect(upserted && textOf(upserted, 'created')).toBe('true')
  const remove = '<type>CustomPermission</type><fullNames>May</fullNames>'
  expect(codeOf(await call(`<deleteMetadata>${remove}</deleteMetadata>`))).toBeUndefined()
  expect(codeOf(await call(`<deleteMetadata>${remove}</deleteMetadata>`))).toBe('INVALID_CROSS_REFERENCE_KEY')
})

const faultOf = async (body: string): Promise<string | undefined> => textOf(await org.soap(body), 'faultcode')

test('a call takes ten components', async () => {
  const eleven = Array.from({ length: 11 }, (_, index) => `P${index}`)
  const names = eleven.map((name) => `<fullNames>${name}</fullNames>`).join('')
  const type = '<type>CustomPermission</type>'
  expect(await faultOf(`<createMetadata>${eleven.map(permission).join('')}</createMetadata>`)).toBe(
    'sf:LIMIT_EXCEEDED',
  )
  expect(await faultOf(`<deleteMetadata>${type}${names}</deleteMetadata>`)).toBe('sf:LIMIT_EXCEEDED')
  expect(await faultOf(`<readMetadata>${type}${names}</readMetadata>`)).toBe('sf:LIMIT_EXCEEDED')
})

const field = (name: string, label: string): string =>
  `<metadata xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CustomField"><fullName>${name}</fullName><label>${label}</label><length>20</length><type>Text</type></metadata>`

const succeeds = async (operation: string, name: string, label: string): Promise<string | undefined> => {
  const result = await call(`<${operation}Metadata>${field(name, label)}</${operation}Metadata>`)
  return result && textOf(result, 'success')
}

test('nested components are created, updated and upserted by their full names, and nothing else changes', async () => {
  expect(await succeeds('create', 'Lamp__c.Size__c', 'Size')).toBe('true')
  expect(await succeeds('update', 'Lamp__c.Size__c', 'Size in cm')).toBe('true')
  expect(await succeeds('upsert', 'Lamp__c.Height__c', 'Height')).toBe('true')
  const text = (await org.retrieve({ CustomObject: ['Lamp__c'] })).files['objects/Lamp__c.object'] ?? ''
  expect([...text.matchAll(/<fullName>(\w+)<\/fullName>/g)].map(([, name]) => name)).toEqual([
    'Colour__c',
    'Height__c',
    'Size__c',
  ])
  expect(text).toContain('<label>Size in cm</label>')
  expect(text).toContain('<label>Lamp</label>')
})
