import { describe, expect, test } from 'vitest'

import { componentOfPath, findCaseClashes, parentOf, pathsOfComponent, placeOfPath } from './paths.ts'
import { component } from './testing/text.ts'

/** Path, type, full name; paths in Metadata API layout come back from the component. */
const layout: readonly (readonly [string, string, string])[] = [
  ['classes/Helper.cls', 'ApexClass', 'Helper'],
  ['classes/Helper.cls-meta.xml', 'ApexClass', 'Helper'],
  ['objects/Account.object', 'CustomObject', 'Account'],
  [
    'layouts/Account-Account %28Marketing%29 Layout.layout',
    'Layout',
    'Account-Account %28Marketing%29 Layout',
  ],
  ['customMetadata/Setting.First.md', 'CustomMetadata', 'Setting.First'],
  ['lwc/tile/tile.js', 'LightningComponentBundle', 'tile'],
  ['lwc/tile/deeper/tile.css', 'LightningComponentBundle', 'tile'],
  ['aura/Panel/Panel.cmp-meta.xml', 'AuraDefinitionBundle', 'Panel'],
  ['reports/Sales-meta.xml', 'ReportFolder', 'Sales'],
  ['reports/Sales/Pipeline.report', 'Report', 'Sales/Pipeline'],
  ['reports/Sales/North/Pipeline.report', 'Report', 'Sales/North/Pipeline'],
  ['reports/unfiled$public/Loose.report', 'Report', 'unfiled$public/Loose'],
  ['email/Welcome/Hello.email', 'EmailTemplate', 'Welcome/Hello'],
  ['email/Welcome/Hello.email-meta.xml', 'EmailTemplate', 'Welcome/Hello'],
  ['email/Welcome-meta.xml', 'EmailFolder', 'Welcome'],
  ['documents/Logos/logo.png', 'Document', 'Logos/logo.png'],
  ['documents/Logos/logo.png-meta.xml', 'Document', 'Logos/logo.png'],
  ['documents/Logos-meta.xml', 'DocumentFolder', 'Logos'],
  ['staticresources/style.resource', 'StaticResource', 'style'],
  ['staticresources/style.resource-meta.xml', 'StaticResource', 'style'],
  ['settings/Account.settings', 'Settings', 'Account'],
  ['territory2Models/World/World.territory2Model', 'Territory2Model', 'World'],
  ['territory2Models/World/territories/North.territory2', 'Territory2', 'World.North'],
  ['experiences/Portal1/views/home.json', 'ExperienceBundle', 'Portal1'],
  ['experiences/Portal1.site-meta.xml', 'ExperienceBundle', 'Portal1'],
  ['digitalExperiences/site/Shop/Shop.digitalExperience-meta.xml', 'DigitalExperienceBundle', 'site/Shop'],
]

describe('component of a path', () => {
  test.each(layout)('%s is %s %s, and leads back', (path, type, name) => {
    const found = componentOfPath(`unpackaged/${path}`)
    expect(found?.identity).toEqual(component(type, name))
    const { files, directory } = pathsOfComponent(component(type, name))
    const leadsBack =
      files.includes(`unpackaged/${path}`) ||
      (directory !== null && `unpackaged/${path}`.startsWith(directory))
    expect(leadsBack).toBe(true)
  })

  test.each([
    ['objects/Account/fields/Rating__c.field-meta.xml', 'CustomField', 'Account.Rating__c'],
    ['objects/Account/Account.object-meta.xml', 'CustomObject', 'Account'],
    ['layouts/Account-Main.layout-meta.xml', 'Layout', 'Account-Main'],
    [
      'objectTranslations/Account-de/Account-de.objectTranslation-meta.xml',
      'CustomObjectTranslation',
      'Account-de',
    ],
    ['reports/Sales.reportFolder-meta.xml', 'ReportFolder', 'Sales'],
    ['staticresources/style.css', 'StaticResource', 'style'],
    ['staticresources/Library/deep/style.css', 'StaticResource', 'Library'],
    ['staticresources/Library/other.resource', 'StaticResource', 'Library'],
    ['documents/Logos/logo.document-meta.xml', 'Document', 'Logos/logo'],
  ])('source layout: %s is %s %s', (path, type, name) => {
    expect(componentOfPath(`unpackaged/${path}`)?.identity).toEqual(component(type, name))
  })

  test.each([
    'package.xml',
    'lwc/jsconfig.json',
    'lwc/.eslintrc.json',
    'unknown/x.unknown',
    'unit-test/A.cls',
    'Classes/A.cls',
    'permissionSets/P.permissionset-meta.xml',
    'classes/readme.txt',
    'classes',
    'lwc/tile/__tests__/tile.test.js',
    'lwc/__tests__/all.test.js',
    'lwc/tile/.eslintrc.json',
    'staticresources/.gitignore',
    'documents/Logos/.gitkeep',
  ])('%s belongs to no component', (path) => {
    expect(componentOfPath(`unpackaged/${path}`)).toBeNull()
  })

  test('only the description of a code file is XML', () => {
    expect(componentOfPath('unpackaged/classes/A.cls')?.isXml).toBe(false)
    expect(componentOfPath('unpackaged/classes/A.cls-meta.xml')?.isXml).toBe(true)
    expect(componentOfPath('unpackaged/email/F/T.email')?.isXml).toBe(false)
    expect(componentOfPath('unpackaged/layouts/A-B.layout')?.isXml).toBe(true)
    expect(componentOfPath('unpackaged/staticresources/Library/A.cls-meta.xml')?.isXml).toBe(false)
  })
})

describe('nested components', () => {
  test.each([
    ['CustomField', 'Account.Rating__c', 'CustomObject', 'Account'],
    ['CustomLabel', 'Welcome', 'CustomLabels', 'CustomLabels'],
    ['WorkflowAlert', 'Case.Escalated', 'Workflow', 'Case'],
    ['SharingCriteriaRule', 'Lead.Partners', 'SharingRules', 'Lead'],
  ])('%s %s lies in %s %s', (type, name, ...[parentType, parentName]) => {
    expect(parentOf(component(type, name))).toEqual(component(parentType, parentName))
  })

  test('have the file of their parent', () => {
    expect(pathsOfComponent(component('CustomField', 'Account.Rating__c')).files).toEqual([
      'unpackaged/objects/Account.object',
    ])
  })
})

test('names that differ in case only are found', () => {
  expect(findCaseClashes(['a/B.cls', 'a/b.cls', 'a/C.cls'])).toEqual([['a/B.cls', 'a/b.cls']])
})

test.each([
  ['lwc/tile/tile.js', 'lwc/tile'],
  ['experiences/Shop.site-meta.xml', 'experiences/Shop.site-meta.xml'],
  ['classes/A.cls', 'classes/A.cls'],
  ['unknown/x', 'unknown/x'],
])('%s stands for %s', (path, place) => {
  expect(placeOfPath(`unpackaged/${path}`)).toBe(`unpackaged/${place}`)
})
