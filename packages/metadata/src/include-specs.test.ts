import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import {
  defaultIncludeSpecs,
  hashIncludeSpecs,
  isIncluded,
  matchableTypes,
  parseIncludeSpecs,
  undecidedTypes,
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

  test.each([
    ['%2A', '%2A'],
    ['%3F', '?'],
    ['%5Bx]', '[x]'],
  ])('an escaped wildcard stands for itself: %s', (written, inName) => {
    expect(includes(`unpackaged/~/Layout/A ${written}`, 'Layout', `A ${inName}`)).toBe(true)
    expect(includes(`unpackaged/~/Layout/A ${written}`, 'Layout', 'A x')).toBe(false)
  })

  test.each(['[!a-c]x', '[^a-c]x'])('a class of characters may be negated: %s', (pattern) => {
    expect(includes(`unpackaged/~/Layout/${pattern}`, 'Layout', 'dx')).toBe(true)
    expect(includes(`unpackaged/~/Layout/${pattern}`, 'Layout', 'bx')).toBe(false)
  })

  test.each(['Account-A %28x%29', 'Account-A (x)', 'ACCOUNT-A %28*', 'account-a%20(x)'])(
    'names may be written with percent escapes or without: %s',
    (name) => {
      expect(includes(`unpackaged/~/Layout/${name}`, 'Layout', 'Account-A %28x%29')).toBe(true)
      expect(includes(`unpackaged/~/Layout/${name}`, 'Layout', 'Account-A (x)')).toBe(true)
    },
  )

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
      'warning',
      '"ListView" is a metadata type and has no effect. Write "unpackaged/~/ListView".',
    ],
    ['un*/~', 1, 1, 'error', 'The package name must be written out: wildcards are not allowed in it.'],
    ['unpackaged/~/Apexclas', 1, 14, 'warning', '"Apexclas" is not a known metadata type.'],
    ['~/ApexClass', 1, 1, 'error', 'A spec starts with a package name, such as "unpackaged".'],
    [
      'unpackaged/ApexClass',
      1,
      12,
      'warning',
      '"ApexClass" stands where the namespace prefix does. Write "~/ApexClass".',
    ],
    ['unpackaged/~/ ApexClass', 1, 14, 'error', 'There is a blank beside a slash.'],
    ['unpackaged/~/ReportFolder', 1, 14, 'warning', 'Folders come with what lies in them. Write "Report".'],
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

  test('a type alone and a line with an error have no effect', () => {
    expect(includes('unpackaged\n!ListView', 'ListView', 'Account.All')).toBe(true)
    expect(includes('unpackaged\n!unpackaged//ListView', 'ListView', 'Account.All')).toBe(true)
  })
})

describe('the default text', () => {
  const specs = parseIncludeSpecs(defaultIncludeSpecs)

  test.each(['FlowDefinition', 'DataCategoryGroup', 'ExtlClntAppGlobalOauthSettings'])(
    'names %s as a comment only',
    (type) => {
      expect(defaultIncludeSpecs).toContain(`\n# unpackaged/~/${type}\n`)
      expect(isIncluded(specs.specs, component(type, 'A'))).toBe(false)
    },
  )

  test.each([
    'DigitalExperienceBundle',
    'Bot',
    'GenAiPlannerBundle',
    'OmniScript',
    'Territory2',
    'ExternalClientApplication',
    'ExpressionSetDefinition',
    'DecisionMatrixDefinition',
    'WaveDashboard',
    'ManagedTopics',
    'LightningBolt',
  ])('takes %s', (type) => {
    expect(isIncluded(specs.specs, component(type, 'A'))).toBe(true)
  })

  test('takes only types that the registry knows', () => {
    const known = new Set(allTypeNames())
    const taken = defaultIncludeSpecs.matchAll(/^unpackaged\/~\/(\w+)$/gm)
    expect(Array.from(taken, ([, type = '']) => type).filter((type) => !known.has(type))).toEqual([])
  })

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

test.each([
  ['unpackaged/~/ApexClass', true],
  ['unpackaged/~/ApexClass/A\n!unpackaged/~/ApexClass', true],
  ['unpackaged\n!unpackaged/*/Apex*', false],
  ['unpackaged/~/ApexClass\n!unpackaged', false],
  ['unpackaged/~/ApexClass\n!other', true],
  ['unpackaged/~/ApexClass\n!ListView', true],
  ['unpackaged/~/ApexPage', false],
])('whether a retrieve has to list classes for %j: %s', (text, expected) => {
  expect(matchableTypes(parseIncludeSpecs(text).specs, ['ApexClass'])).toEqual(expected ? ['ApexClass'] : [])
})

test.each([
  ['unpackaged/~/ApexClass', true],
  ['unpackaged/~/B?t/A', false],
  ['!unpackaged/~/Bot', false],
  ['unpackaged', false],
  ['!other', true],
])('whether somebody has to decide about bots for %j: %s', (text, expected) => {
  expect(undecidedTypes(parseIncludeSpecs(text).specs, ['Bot'])).toEqual(expected ? ['Bot'] : [])
})

test('nobody has to decide about what the default text leaves out on purpose', () => {
  const types = ['Settings', 'DataCategoryGroup', 'New']
  expect(undecidedTypes(parseIncludeSpecs('').specs, types)).toEqual(['New'])
})

test('a retrieve lists a nested type when an include line names its parent type', () => {
  expect(matchableTypes(parseIncludeSpecs('unpackaged/~/CustomObject').specs, ['CustomField'])).toEqual([
    'CustomField',
  ])
})

test('comments and spelling do not change the hash, meaning does', () => {
  expect(hash('# x\nUnpackaged/~/ApexClass  # y\n\n')).toBe(hash('unpackaged/~/apexclass'))
  expect(hash('!unpackaged/~/apexclass')).not.toBe(hash('unpackaged/~/apexclass'))
})

test('a pattern made to backtrack is answered', () => {
  expect(includes(`unpackaged/~/ApexClass/${'*a'.repeat(500)}b`, 'ApexClass', 'a'.repeat(5000))).toBe(false)
})

test('every known type can be named without a problem, folders by what lies in them', () => {
  const text = allTypeNames()
    .filter((name) => !name.endsWith('Folder'))
    .map((name) => `unpackaged/~/${name}`)
    .join('\n')
  expect(parseIncludeSpecs(text).problems).toEqual([])
})
