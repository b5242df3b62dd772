import { describe, expect, test } from 'vitest'

import type { BrokenReference } from './broken-references.ts'
import type { MergedFile } from './merged-file.ts'

import { bytes, metadataXml } from '../testing/text.ts'
import { findBrokenReferences } from './broken-references.ts'

/** The versions of a file: base, ours, theirs, result. A missing text is a missing file. */
type Versions = readonly [base?: string, ours?: string, theirs?: string, merged?: string]

function file(path: string, versions: Versions): MergedFile {
  const [base, ours, theirs, merged] = [0, 1, 2, 3].map((at) => {
    const text = versions[at]
    return text === undefined || text === '' ? null : bytes(text)
  })
  return {
    path: `unpackaged/${path}`,
    base: base ?? null,
    ours: ours ?? null,
    theirs: theirs ?? null,
    merged: merged ?? null,
  }
}

const found = (files: readonly MergedFile[], merged: readonly string[] = []): BrokenReference[] =>
  findBrokenReferences({
    files,
    listMerged: (directory) => merged.filter((path) => path.startsWith(directory)),
  })

/** Theirs deleted it. */
const deletedByTheirs = (path: string, text = 'any'): MergedFile => file(path, [text, text])

/** Ours added these lines to the file. */
function addedByOurs(path: string, root: string, ...lines: string[]): MergedFile {
  const before = metadataXml(root)
  const after = metadataXml(root, ...lines)
  return file(path, [before, after, before, after])
}

const object = (...lines: string[]): string => metadataXml('CustomObject', ...lines)
const nested = (element: string, name: string): string =>
  `<${element}><fullName>${name}</fullName></${element}>`
const carWithout = (element: string, name: string): MergedFile => {
  const [whole, rest] = [object('<label>Car</label>', nested(element, name)), object('<label>Car</label>')]
  return file('objects/Car__c.object', [whole, whole, rest, rest])
}
const doors = carWithout('fields', 'Doors__c')
const cls = deletedByTheirs('classes/Drive.cls')
const page = deletedByTheirs('pages/Home.page')
const flow = deletedByTheirs('flows/Go.flow', metadataXml('Flow'))
const carObject = deletedByTheirs('objects/Car__c.object', object())
const entry = (name: string, child: string, value: string): string =>
  `<${name}><${child}>${value}</${child}></${name}>`
const filters = (name: string): string =>
  `<recordLookups><filters><field>${name}</field></filters><name>a</name><object>Car__c</object></recordLookups>`

const workflow = (...lines: string[]): string => metadataXml('Workflow', '<label>x</label>', ...lines)
const alert = file('workflows/Car__c.workflow', [
  workflow(nested('alerts', 'Hi')),
  workflow(nested('alerts', 'Hi')),
  workflow(),
  workflow(),
])
const action = (element: string, type = 'Alert'): string =>
  `<${element}><name>Hi</name><type>${type}</type></${element}>`
const milestones = (inside: string): string =>
  `<SObjectType>Car__c</SObjectType><milestones>${inside}</milestones>`

const named: readonly (readonly [what: string, gone: MergedFile, path: string, root: string, line: string])[] = [
  ['a field in a profile', doors, 'profiles/A.profile', 'Profile', entry('fieldPermissions', 'field', 'Car__c.Doors__c')],
  ['a field in a permission set', doors, 'permissionsets/A.permissionset', 'PermissionSet', entry('fieldPermissions', 'field', 'Car__c.Doors__c')],
  ['a field on a layout', doors, 'layouts/Car__c-Car Layout.layout', 'Layout', '<layoutSections><layoutColumns><layoutItems><field>Doors__c</field></layoutItems></layoutColumns></layoutSections>'],
  ['a field in a filter of a flow', doors, 'flows/A.flow', 'Flow', filters('Doors__c')],
  ['a field in a sharing rule', doors, 'sharingRules/Car__c.sharingRules', 'SharingRules', '<sharingCriteriaRules><criteriaItems><field>Doors__c</field></criteriaItems></sharingCriteriaRules>'],
  ['a field in a report', doors, 'reports/F/A.report', 'Report', entry('columns', 'field', 'Car__c$Doors__c')],
  ['a field in a report type', doors, 'reportTypes/A.reportType', 'ReportType', '<sections><columns><field>Doors__c</field><table>Car__c</table></columns></sections>'],
  ['a field on a Lightning page', doors, 'flexipages/A.flexipage', 'FlexiPage', '<flexiPageRegions><itemInstances><fieldInstance><fieldItem>Record.Doors__c</fieldItem></fieldInstance></itemInstances></flexiPageRegions><sobjectType>Car__c</sobjectType>'],
  ['a field in a formula of a workflow', doors, 'workflows/Car__c.workflow', 'Workflow', entry('rules', 'formula', 'NOT(ISBLANK(Doors__c))')],
  ['a field in a rule with a file of its own', doors, 'objects/Car__c/validationRules/A.validationRule-meta.xml', 'ValidationRule', '<errorConditionFormula>Doors__c &gt; 1</errorConditionFormula>'],
  ['a field of a quick action', doors, 'quickActions/A.quickAction', 'QuickAction', '<fieldOverrides><field>Doors__c</field></fieldOverrides><targetObject>Car__c</targetObject>'],
  ['a field of a path', doors, 'pathAssistants/A.pathAssistant', 'PathAssistant', '<entityName>Car__c</entityName><pathAssistantSteps><fieldNames>Doors__c</fieldNames></pathAssistantSteps>'],
  ['a translated field', doors, 'objectTranslations/Car__c-de.objectTranslation', 'CustomObjectTranslation', entry('fields', 'name', 'Doors__c')],
  ['a relation to a field', carWithout('fields', 'Owner__c'), 'layouts/Person__c-L.layout', 'Layout', entry('relatedLists', 'relatedList', 'Car__c.Owner__c')],
  ['an object', carObject, 'permissionsets/A.permissionset', 'PermissionSet', entry('objectPermissions', 'object', 'Car__c')],
  ['an object of a lookup', carObject, 'objects/Person__c.object', 'CustomObject', '<fields><fullName>Car__c</fullName><referenceTo>Car__c</referenceTo></fields>'],
  ['a record type', carWithout('recordTypes', 'Fast'), 'profiles/A.profile', 'Profile', entry('recordTypeVisibilities', 'recordType', 'Car__c.Fast')],
  ['a layout, percent-encoded or not', deletedByTheirs('layouts/Car__c-Fast %28new%29.layout', metadataXml('Layout')), 'profiles/A.profile', 'Profile', entry('layoutAssignments', 'layout', 'Car__c-Fast (new)')],
  ['a class', cls, 'profiles/A.profile', 'Profile', entry('classAccesses', 'apexClass', 'Drive')],
  ['a class that a flow calls', cls, 'flows/A.flow', 'Flow', entry('actionCalls', 'actionName', 'Drive')],
  ['a flow', flow, 'flows/A.flow', 'Flow', entry('subflows', 'flowName', 'Go')],
  ['a page', page, 'tabs/Home.tab', 'CustomTab', '<page>Home</page>'],
  ['a tab', deletedByTheirs('tabs/Cars.tab', metadataXml('CustomTab')), 'applications/A.app', 'CustomApplication', '<tabs>Cars</tabs>'],
  ['an application', deletedByTheirs('applications/Sales.app', metadataXml('CustomApplication')), 'profiles/A.profile', 'Profile', entry('applicationVisibilities', 'application', 'Sales')],
  ['a label', file('labels/CustomLabels.labels', [metadataXml('CustomLabels', nested('labels', 'Hi')), metadataXml('CustomLabels', nested('labels', 'Hi')), metadataXml('CustomLabels'), metadataXml('CustomLabels')]), 'translations/de.translation', 'Translations', entry('customLabels', 'name', 'Hi')],
  ['an action of an approval process', alert, 'approvalProcesses/Car__c.Buy.approvalProcess', 'ApprovalProcess', `<finalApprovalActions>${action('action')}</finalApprovalActions>`],
  ['an action of an approval step', alert, 'approvalProcesses/Car__c.Buy.approvalProcess', 'ApprovalProcess', `<approvalStep><rejectionActions>${action('action')}</rejectionActions></approvalStep>`],
  ['an action of a milestone', alert, 'entitlementProcesses/Help.entitlementProcess', 'EntitlementProcess', milestones(action('successActions'))],
  ['an action of a time trigger of a milestone', alert, 'entitlementProcesses/Help.entitlementProcess', 'EntitlementProcess', milestones(`<timeTriggers>${action('actions')}</timeTriggers>`)],
  ['a member of a manifest', cls, 'package.xml', 'Package', '<types><members>Drive</members><name>ApexClass</name></types>'],
] // prettier-ignore

describe('an entry that one side added for a component that the other deleted', () => {
  test.each(named)('%s', (...[, gone, path, root, line]) => {
    expect(found([gone, addedByOurs(path, root, line)])).toMatchObject([
      { path: `unpackaged/${path}`, lostBy: 'theirs', isConflict: true },
    ])
  })

  test.each(named)('%s: nothing when it is still there', (...[, , path, root, line]) => {
    expect(found([addedByOurs(path, root, line)])).toEqual([])
  })
})

const permission = (isReadable: boolean): string =>
  metadataXml(
    'Profile',
    `<fieldPermissions><field>Car__c.Doors__c</field><readable>${isReadable}</readable></fieldPermissions>`,
  )
const profile = (...versions: Versions): MergedFile => file('profiles/A.profile', versions)

describe('what counts', () => {
  const [read, hidden, none] = [permission(true), permission(false), metadataXml('Profile')]

  test('an entry that the keeping side changed is a conflict, an old one a warning', () => {
    const changed = found([doors, profile(read, hidden, read, hidden)])
    const old = found([doors, profile(read, read, read, read)])
    expect([...changed, ...old].map(({ isConflict }) => isConflict)).toEqual([true, false])
  })

  test('an action of another kind is another component, whatever its name', () => {
    const task = `<finalApprovalActions>${action('action', 'Task')}</finalApprovalActions>`
    expect(
      found([alert, addedByOurs('approvalProcesses/Car__c.Buy.approvalProcess', 'ApprovalProcess', task)]),
    ).toEqual([])
  })

  test('an entry that only the deleting side has is its own affair', () => {
    expect(found([doors, profile(none, none, read, read)])).toEqual([])
  })

  test('nor does anything count when both sides deleted', () => {
    const [whole, rest] = [object(nested('fields', 'Doors__c')), object()]
    const gone = file('objects/Car__c.object', [whole, rest, rest, rest])
    expect(found([gone, profile(none, read, none, read)])).toEqual([])
  })

  test('a component that a chosen side left out, although the other added it, is missing too', () => {
    const [whole, rest] = [object(nested('fields', 'Doors__c')), object()]
    const leftOut = file('objects/Car__c.object', [rest, whole, rest, rest])
    expect(found([leftOut, profile(none, read, none, read)])).toMatchObject([{ lostBy: 'theirs' }])
  })

  test('files that nobody changed are looked into when they are handed over', () => {
    const asked: string[] = []
    const result = findBrokenReferences({
      files: [doors],
      listMerged: () => [],
      filesNaming: (components) => {
        asked.push(...components.map(({ componentName }) => componentName))
        return [{ path: 'unpackaged/profiles/A.profile', content: bytes(read) }]
      },
    })
    expect(asked).toEqual(['Car__c.Doors__c'])
    expect(result).toMatchObject([{ path: 'unpackaged/profiles/A.profile', isConflict: false }])
  })
})

const access = (name: string): MergedFile =>
  addedByOurs('profiles/A.profile', 'Profile', entry('classAccesses', 'apexClass', name))

describe('no false alarm', () => {
  test('for standard and packaged components', () => {
    const standard = file('objects/Account.object', [object(nested('fields', 'Rating')), object(nested('fields', 'Rating')), object(), object()]) // prettier-ignore
    const packaged = deletedByTheirs('classes/ns__Drive.cls')
    const rating = addedByOurs('permissionsets/A.permissionset', 'PermissionSet', entry('fieldPermissions', 'field', 'Account.Rating')) // prettier-ignore
    expect(found([standard, packaged, rating, access('ns__Drive')])).toEqual([])
  })

  test('for a component that moved to another file', () => {
    const moved = file('objects/Car__c/fields/Doors__c.field-meta.xml', ['', '', metadataXml('CustomField'), metadataXml('CustomField')]) // prettier-ignore
    expect(found([doors, moved, profile('', permission(true), '', permission(true))])).toEqual([])
  })

  test('for a bundle that lost one of its files', () => {
    const part = deletedByTheirs('lwc/wheel/old.css')
    const tab = addedByOurs('tabs/A.tab', 'CustomTab', '<lwcComponent>wheel</lwcComponent>')
    const left = ['unpackaged/lwc/wheel/wheel.js']
    expect(found([part, tab], left)).toEqual([])
    expect(found([part, tab])).toHaveLength(1)
  })

  test('for fields of other objects, texts and comments in a formula', () => {
    const formula = 'Other__r.Doors__c &lt;&gt; "Doors__c" /* Doors__c */ &amp;&amp; $Setup.S__c.Doors__c'
    const rule = addedByOurs('objects/Car__c/validationRules/A.validationRule-meta.xml', 'ValidationRule', `<errorConditionFormula>${formula}</errorConditionFormula>`) // prettier-ignore
    expect(found([doors, rule])).toEqual([])
  })

  test('for a result that nobody can read', () => {
    const [whole, rest] = [object(nested('fields', 'Doors__c')), object()]
    const torn = file('objects/Car__c.object', [whole, whole, rest, '<CustomObject'])
    expect(found([torn, profile('', permission(true), '', permission(true))])).toEqual([])
  })
})
