import { type IncludeSpecs, defaultIncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import { includeSpecsOf } from './include-file.ts'

const componentNamed = (componentType: string, componentName: string) => ({
  packageName: 'unpackaged',
  componentType,
  componentName,
})

test('parsed specs can be sent to a thread and stored as JSON, and include the same there', () => {
  const odd = '!unpackaged/~/Report/[a-c]*/X?\n!unpackaged/~/Layout/A%2FB %23 100%25'
  const specs = includeSpecsOf(`${defaultIncludeSpecs}\nunpackaged/~/Report/*\n${odd}`)
  const reports = ['b/X1', 'b/Y1', 'd/X1', 'b/X12'].map((name) => componentNamed('Report', name))
  const expected = [false, true, true, true]
  for (const copy of [specs, structuredClone(specs), readAgain(specs)]) {
    expect(copy).toEqual(specs)
    expect(reports.map((report) => isIncluded(copy, report))).toEqual(expected)
    expect(isIncluded(copy, componentNamed('Layout', 'A%2FB # 100%25'))).toBe(false)
  }
})

function readAgain(specs: IncludeSpecs): IncludeSpecs {
  const copy: IncludeSpecs = JSON.parse(JSON.stringify(specs))
  return copy
}

test.each([
  ['', 'include nothing'],
  ['!unpackaged/~/ApexClass', 'include nothing'],
  ['unpackged/~/ApexClass', 'include nothing'],
  ['unpackaged/~/ApexClass\n*/~/ApexPage', 'cannot be read'],
])('specs that would delete everything are refused: %j', (text, reason) => {
  expect(() => includeSpecsOf(text)).toThrow(reason)
})
