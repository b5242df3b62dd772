import type { ChangedFile } from '@sluice/contract/repository'
import { expect, test } from 'vitest'
import { changesText } from './changes-text.ts'

const file = (path: string, name: string | null = null): ChangedFile => ({
  path,
  changeType: 'Modified',
  component: name === null ? null : { componentType: 'ApexClass', componentName: name },
})

test('a component with two files is named once', () => {
  const files = [
    file('src/unpackaged/classes/A.cls', 'A'),
    file('src/unpackaged/classes/A.cls-meta.xml', 'A'),
  ]
  expect(changesText({ files, total: 2 })).toBe('ApexClass A')
})

test('a file of no component is named without its folder', () => {
  expect(changesText({ files: [file('docs/read me.md')], total: 1 })).toBe('read me.md')
})

test('files that are not listed are counted', () => {
  expect(changesText({ files: [file('a'), file('b')], total: 1_302 })).toBe('a, b and 1,300 more files')
  expect(changesText({ files: [file('a')], total: 2 })).toBe('a and 1 more file')
})

test('a commit without files and one with too many say so', () => {
  expect([changesText({ files: [], total: 0 }), changesText(null)]).toEqual([
    'No files',
    'Too many files to list',
  ])
})
