import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { componentChanges } from '@sluice/metadata/diff/component-changes'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import { countUnchanged, readUnchanged, writeUnchanged } from './count-unchanged.ts'

const { specs } = parseIncludeSpecs('unpackaged\n!unpackaged/~/ApexPage')
const object = (fields: string) => Buffer.from(`<CustomObject>${fields}</CustomObject>`)
const field = '<fields><fullName>A__c</fullName></fields>'
const changes = componentChanges([
  { path: 'unpackaged/classes/Changed.cls', before: Buffer.from('a'), after: Buffer.from('b') },
  { path: 'unpackaged/classes/Gone.cls', before: Buffer.from('a'), after: null },
  { path: 'unpackaged/objects/Car__c.object', before: object(''), after: object(field) },
])
const files = [
  'unpackaged/classes/Changed.cls',
  'unpackaged/classes/Changed.cls-meta.xml',
  'unpackaged/objects/Car__c.object',
]
const count = (...others: string[]) => countUnchanged([...files, ...others], { specs, changes })

test('a component is unchanged when no change touches one of its files or what lies inside it', () => {
  expect(count()).toBe(0)
  expect(count('unpackaged/objects/House__c.object')).toBe(1)
})

test('a component of several files counts once', () => {
  expect(count('unpackaged/classes/Still.cls', 'unpackaged/classes/Still.cls-meta.xml')).toBe(1)
  expect(count('unpackaged/lwc/tile/tile.js', 'unpackaged/lwc/tile/tile.html')).toBe(1)
})

test('what is no component and what the include specs leave out does not count', () => {
  expect(count('unpackaged/package.xml', 'unpackaged/pages/Old.page')).toBe(0)
})

test('the count is read as it was written, and unknown in a diff of an earlier release', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-unchanged-'))
  expect(await readUnchanged(folder)).toBeNull()
  await writeUnchanged(folder, 12)
  expect(await readUnchanged(folder)).toBe(12)
  await rm(folder, { recursive: true })
})
