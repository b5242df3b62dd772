import { describe, expect, test } from 'vitest'
import { componentChanges } from './diff/component-changes.ts'
import { divideDelta } from './divide-delta.ts'
import { bytes, metadataXml } from './testing/text.ts'

const field = (name: string) => `<fields><fullName>${name}</fullName></fields>`
const added = (path: string, content = 'x') => ({ path, before: null, after: bytes(content) })
const deleted = (path: string) => ({ path, before: bytes('x'), after: null })
const classOf = (name: string) => [
  added(`unpackaged/classes/${name}.cls`),
  added(`unpackaged/classes/${name}.cls-meta.xml`, '<ApexClass/>'),
]
const object = (name: string, ...fields: string[]) =>
  added(`unpackaged/objects/${name}.object`, metadataXml('CustomObject', ...fields.map(field)))
const page = added('unpackaged/layouts/A-B.layout', '<Layout/>')

const names = (
  files: Parameters<typeof componentChanges>[0],
  limits: { files: number; customFields: number },
) => {
  const list = [...files]
  const head = list.filter(({ after }) => after !== null).map(({ path }) => path)
  const { parts } = divideDelta(componentChanges(list), head, limits)
  return parts.map((part) => part.map(({ identity }) => identity.componentName))
}

describe('a delta', () => {
  test('that fits is one part, unchanged', () => {
    const changes = componentChanges([...classOf('A'), page])
    expect(divideDelta(changes, [], { files: 3, customFields: 0 })).toEqual({
      parts: [changes],
      size: { files: 3, customFields: 0 },
    })
  })

  test('with too many files is divided, what others name first', () => {
    const files = [page, ...classOf('B'), ...classOf('A'), object('C__c')]
    expect(names(files, { files: 3, customFields: 9 })).toEqual([
      ['C__c', 'A'],
      ['B', 'A-B'],
    ])
  })

  test('with too many custom fields is divided by objects', () => {
    const files = [object('A__c', 'X__c', 'Y__c'), object('B__c', 'X__c')]
    expect(names(files, { files: 9, customFields: 2 })).toEqual([
      ['A__c.X__c', 'A__c.Y__c', 'A__c'],
      ['B__c.X__c', 'B__c'],
    ])
  })

  test('deletes last, but makes room for an addition with it', () => {
    const gone = [deleted('unpackaged/classes/Gone.cls'), deleted('unpackaged/classes/a.cls')]
    expect(names([...classOf('A'), ...classOf('B'), ...gone], { files: 2, customFields: 9 })).toEqual([
      ['A', 'a'],
      ['B', 'Gone'],
    ])
  })

  test('counts all files of a bundle', () => {
    const bundle = ['a.js', 'a.html', 'a.js-meta.xml'].map((name) => added(`unpackaged/lwc/a/${name}`))
    const changes = componentChanges([bundle[0] ?? page, page])
    const head = [...bundle, page].map(({ path }) => path)
    expect(divideDelta(changes, head, { files: 3, customFields: 0 })).toMatchObject({
      size: { files: 4 },
      parts: [[{ identity: { componentName: 'a' } }], [{ identity: { componentName: 'A-B' } }]],
    })
  })
})
