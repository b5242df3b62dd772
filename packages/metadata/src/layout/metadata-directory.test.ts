import { expect, test } from 'vitest'
import { metadataDirectory } from './metadata-directory.ts'

const names = ['unpackaged/classes/A.cls', 'unpackaged/lwc/card/', 'unpackaged/reports/Sales/North.report']

test.for([
  ['/src', 'Packages', 'src/unpackaged/classes/A.cls'],
  ['/', null, 'unpackaged/classes/A.cls'],
  ['/src', 'Metadata', 'src/classes/A.cls'],
  ['', 'Metadata', 'classes/A.cls'],
] as const)('%s in layout %s keeps a class at %s, and every name comes back', ([path, layout, first]) => {
  const directory = metadataDirectory({ path, layout })
  expect(directory.inRepository(names[0] ?? '')).toBe(first)
  expect(names.map((name) => directory.below(directory.inRepository(name)))).toEqual(names)
})

test('beside the folders of types nothing is metadata, the manifest of the team neither', () => {
  const directory = metadataDirectory({ path: '/src', layout: 'Metadata' })
  const others = [
    'src/package.xml',
    'src/.gitattributes',
    'src/docs/A.cls',
    'src/Classes/A.cls',
    'classes/A.cls',
  ]
  expect(others.map((path) => directory.below(path))).toEqual(others.map(() => null))
  expect([directory.manifest, directory.isTypeFolder?.('docs'), directory.isTypeFolder?.('classes')]).toEqual(
    [null, false, true],
  )
})

test('source format has no border yet', () => {
  expect(() => metadataDirectory({ path: '/src', layout: 'Source' })).toThrow('cannot be read or written yet')
})
