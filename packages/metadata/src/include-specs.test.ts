import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import {
  defaultIncludeSpecs,
  hashIncludeSpecs,
  isIncluded,
  matchableTypes,
  parseIncludeSpecs,
} from './include-specs.ts'
import { allTypeNames } from './registry.ts'
import { component } from './testing/text.ts'

const includes = (
  text: string,
  type: string,
  ...[name, namespacePrefix]: [string, (string | null)?]
): boolean =>
  isIncluded(parseIncludeSpecs(text).specs, {
    ...component(type, name),
    ...(namespacePrefix === undefined ? {} : { namespacePrefix }),
  })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hash = (text: string): string => hashIncludeSpecs(parseIncludeSpecs(text).specs, sha256)
const escape = (glob: string): string =>
  glob
    .replace(/[.+^${}()|\\]/gu, '\\$&')
    .replace(/\*/gu, '[^/]*')
    .replace(/\?/gu, '[^/]')

describe('include specs', () => {
  test('nothing is included unless a line says so', () => {
    expect(includes('', 'ApexClass', 'A')).toBe(false)
    expect(includes('# unpackaged', 'ApexClass', 'A')).toBe(false)
  })

  test('the last line that matches decides', () => {
    const text = 'unpackaged/~/ApexClass\n!unpackaged/~/ApexClass/Old*\nunpackaged/~/ApexClass/OldButGold'
    expect(includes(text, 'ApexClass', 'New')).toBe(true)
    expect(includes(text, 'ApexClass', 'OldThing')).toBe(false)
    expect(includes(text, 'ApexClass', 'OldButGold')).toBe(true)
  })

  test('a line that stops early covers everything below it', () => {
    expect(includes('unpackaged', 'Report', 'Sales/Pipeline')).toBe(true)
    expect(includes('unpackaged/~', 'ApexClass', 'A')).toBe(true)
    expect(includes('unpackaged/~', 'ApexClass', 'ns__A')).toBe(false)
    expect(includes('unpackaged/ns', 'ApexClass', 'ns__A')).toBe(true)
  })

  test('comments stand anywhere, blanks and case do not matter', () => {
    expect(includes('  UNPACKAGED/~/apexclass   # all of them', 'ApexClass', 'A')).toBe(true)
  })

  test('a known prefix wins over the one in the name', () => {
    expect(includes('unpackaged/~/ApexClass', 'ApexClass', 'Plain', 'ns')).toBe(false)
    expect(includes('unpackaged/~/ApexClass', 'ApexClass', 'ns__A', null)).toBe(true)
  })

  test('an object covers what is nested in it, own lines of nested types are heard too', () => {
    expect(includes('unpackaged/*/CustomObject/Account', 'CustomField', 'Account.X__c')).toBe(true)
    expect(includes('unpackaged/*/CustomObject/Account', 'CustomField', 'Account.ns__X__c')).toBe(true)
    expect(includes('unpackaged/~/CustomObject', 'CustomField', 'Account.ns__X__c')).toBe(false)
    expect(includes('unpackaged/~/CustomObject\n!unpackaged/~/ListView', 'ListView', 'Account.All')).toBe(
      false,
    )
    expect(
      includes(
        'unpackaged/~/CustomField\n!unpackaged/~/CustomObject/VoiceCall',
        'CustomField',
        'VoiceCall.X__c',
      ),
    ).toBe(false)
  })

  test('a folder is included when something in it can be', () => {
    expect(includes('unpackaged/~/Report/Sales/Pipeline', 'ReportFolder', 'Sales')).toBe(true)
    expect(includes('unpackaged/~/Report/Sales/Pipeline', 'ReportFolder', 'Other')).toBe(false)
    expect(includes('unpackaged/~/Report/Sales', 'Report', 'Sales/Pipeline')).toBe(true)
    expect(
      includes('unpackaged/~/Report\n!unpackaged/~/Report/Sales/Pipeline', 'ReportFolder', 'Sales'),
    ).toBe(true)
  })
})

describe('problems', () => {
  test.each([
    [
      'unpackaged/~/ApexClass\n!ListView',
      2,
      2,
      'error',
      '"ListView" is a metadata type. Write "unpackaged/~/ListView".',
    ],
    ['un*/~', 1, 1, 'error', 'The package name must be written out: wildcards are not allowed in it.'],
    ['unpackaged/~/Apexclas', 1, 14, 'warning', '"Apexclas" is not a known metadata type.'],
    ['unpackaged//ApexClass', 1, 12, 'error', 'A segment between two slashes is empty.'],
    [
      '\n\n unpackaged/~/ApexClass/a/b',
      3,
      27,
      'error',
      'Components of type "ApexClass" do not lie in folders: one name follows the type.',
    ],
  ])('%j: line %d, column %d', (text, ...[line, column, severity, message]) => {
    expect(parseIncludeSpecs(text).problems).toEqual([{ line, column, severity, message }])
  })

  test('a line with an error has no effect', () => {
    expect(includes('unpackaged\n!ListView', 'ListView', 'Account.All')).toBe(true)
  })
})

describe('the default text', () => {
  const specs = parseIncludeSpecs(defaultIncludeSpecs)

  test('[S-046] includes types by pattern and excludes standard objects, without a problem', () => {
    expect(specs.problems).toEqual([])
    expect(defaultIncludeSpecs).toContain('!unpackaged/~/CustomObject/VoiceCall')
  })

  test.each([
    'ApexClass',
    'ApexTrigger',
    'ApexPage',
    'ApexComponent',
    'AuraDefinitionBundle',
    'LightningComponentBundle',
    'CustomObject',
    'CustomField',
    'ListView',
    'RecordType',
    'ValidationRule',
    'Layout',
    'FlexiPage',
    'Flow',
    'PermissionSet',
    'Profile',
    'CustomLabels',
    'CustomLabel',
    'StaticResource',
    'CustomTab',
    'CustomApplication',
    'CustomMetadata',
    'GlobalValueSet',
    'Workflow',
    'WorkflowRule',
    'EmailTemplate',
    'Report',
    'ReportFolder',
    'Dashboard',
    'Role',
    'Group',
    'Queue',
    'QuickAction',
    'RemoteSiteSetting',
  ])('includes %s', (type) => {
    expect(isIncluded(specs.specs, component(type, type.endsWith('Folder') ? 'F' : 'A.F/B'))).toBe(true)
  })

  test('leaves out objects that come and go, with what is in them', () => {
    expect(isIncluded(specs.specs, component('CustomObject', 'VoiceCall'))).toBe(false)
    expect(isIncluded(specs.specs, component('CustomField', 'VoiceCall.X__c'))).toBe(false)
    expect(matchableTypes(specs.specs, ['Settings', 'ApexClass'])).toEqual(['ApexClass'])
  })
})

test('comments and spelling do not change the hash, meaning does', () => {
  expect(hash('# x\nUnpackaged/~/ApexClass  # y\n\n')).toBe(hash('unpackaged/~/apexclass'))
  expect(hash('!unpackaged/~/apexclass')).not.toBe(hash('unpackaged/~/apexclass'))
})

/** The obvious reading of the rules: a regular expression a line, every line asked. */
function slowVerdict(lines: readonly string[], type: string, name: string): boolean {
  const path = `unpackaged/~/${type}/${name}`.toLowerCase()
  let verdict = false
  for (const line of lines) {
    const pattern = new RegExp(`^${escape(line.replace('!', '').toLowerCase())}(?:/|$)`, 'u')
    if (pattern.test(path)) verdict = !line.startsWith('!')
  }
  return verdict
}

test('evaluation equals a slow obvious evaluator', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '?', 'x'), minLength: 1, maxLength: 6 })
  const type = fc.constantFrom('ApexClass', 'ApexPage', 'Apex*', '*', 'Layout')
  const line = fc
    .tuple(fc.boolean(), type, fc.option(word, { nil: undefined }))
    .map(
      ([negated, t, item]) => `${negated ? '!' : ''}unpackaged/~/${t}${item === undefined ? '' : `/${item}`}`,
    )
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'x'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('ApexClass', 'ApexPage', 'Layout'),
      name,
      (lines, t, n) => {
        expect(includes(lines.join('\n'), t, n)).toBe(slowVerdict(lines, t, n))
      },
    ),
    { numRuns: 1000 },
  )
})

test('a pattern made to backtrack is answered at once', () => {
  const started = performance.now()
  expect(includes(`unpackaged/~/ApexClass/${'*a'.repeat(500)}b`, 'ApexClass', 'a'.repeat(5000))).toBe(false)
  expect(performance.now() - started).toBeLessThan(1000)
})

test('every known type can be named without a problem', () => {
  const text = allTypeNames()
    .map((name) => `unpackaged/~/${name}`)
    .join('\n')
  expect(parseIncludeSpecs(text).problems).toEqual([])
})
