import { describe, expect, test } from 'vitest'

import { mergeFiles, mergeVersions } from '../merge-files.ts'
import { merge } from '../merge.ts'
import { bytes, metadataXml, text } from '../../testing/text.ts'
import { checkConsistency } from './after-merge.ts'

/** Root, what each version holds inside, and the sentence that the merge says; null when nothing is broken by it. */
interface Case {
  readonly root: string
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

function messagesOf({ root, base, ours, theirs }: Case): string[] {
  const file = (lines: readonly string[]): Uint8Array => bytes(metadataXml(root, ...lines))
  const { conflicts, warnings = [] } = merge({
    path: 'a.xml',
    base: file(base),
    ours: file(ours),
    theirs: file(theirs),
  })
  return [...new Set([...conflicts, ...warnings].map(({ reason, message }) => `${reason}: ${message}`))]
}

const value = (name: string, isDefault: boolean): string =>
  `<customValue><fullName>${name}</fullName><default>${isDefault}</default></customValue>`
const field = (name: string, ...inner: string[]): string =>
  `<fields><fullName>${name}</fullName>${inner.join('')}</fields>`
const picklist = (values: Record<string, boolean>): string =>
  `<valueSet><valueSetDefinition>${Object.entries(values)
    .map(([name, on]) => `<value><fullName>${name}</fullName><default>${on}</default></value>`)
    .join('')}</valueSetDefinition></valueSet>`
const recordTypeValues = (values: Record<string, boolean>): string =>
  `<picklistValues><picklist>P__c</picklist>${Object.entries(values)
    .map(([name, on]) => `<values><fullName>${name}</fullName><default>${on}</default></values>`)
    .join('')}</picklistValues>`
const offering = (values: Record<string, boolean>): string =>
  `<recordTypes><fullName>R</fullName>${recordTypeValues(values)}</recordTypes>`
const visibility = (name: string, isDefault: boolean, isVisible = true): string =>
  `<recordTypeVisibilities><default>${isDefault}</default><recordType>${name}</recordType><visible>${isVisible}</visible></recordTypeVisibilities>`
const app = (name: string, isDefault: boolean): string =>
  `<applicationVisibilities><application>${name}</application><default>${isDefault}</default></applicationVisibilities>`
const access = (editable: boolean, readable: boolean): string =>
  `<fieldPermissions><editable>${editable}</editable><field>A.B</field><readable>${readable}</readable></fieldPermissions>`
const objectAccess = (edit: boolean, remove: boolean): string =>
  `<objectPermissions><allowDelete>${remove}</allowDelete><allowEdit>${edit}</allowEdit><object>A</object></objectPermissions>`
const screen = (name: string, target?: string): string =>
  `<screens><name>${name}</name>${target === undefined ? '' : `<connector><targetReference>${target}</targetReference></connector>`}</screens>`
const assigns = (reference: string): string =>
  `<assignments><name>set</name><assignmentItems><assignToReference>${reference}</assignToReference></assignmentItems></assignments>`
const variable = (name: string): string => `<variables><name>${name}</name></variables>`
const section = (name: string, ...fields: string[]): string =>
  `<layoutSections><label>${name}</label><layoutColumns>${fields
    .map((at) => `<layoutItems><field>${at}</field></layoutItems>`)
    .join('')}</layoutColumns><style>OneColumn</style></layoutSections>`
const region = (name: string, ...ids: string[]): string =>
  `<flexiPageRegions>${ids
    .map(
      (id) =>
        `<itemInstances><componentInstance><componentName>c</componentName><identifier>${id}</identifier></componentInstance></itemInstances>`,
    )
    .join('')}<name>${name}</name></flexiPageRegions>`
const unnamed = (name: string, ...components: readonly string[]): string =>
  `<flexiPageRegions>${components.map((one) => `<itemInstances><componentInstance><componentName>${one}</componentName></componentInstance></itemInstances>`).join('')}<name>${name}</name></flexiPageRegions>`
const ofOldPage = (name: string, ...components: readonly string[]): string =>
  `<flexiPageRegions>${components.map((one) => `<componentInstances><componentName>${one}</componentName></componentInstances>`).join('')}<name>${name}</name></flexiPageRegions>`
const facetUser = (facet: string, name = 'main'): string =>
  `<flexiPageRegions><itemInstances><componentInstance><componentInstanceProperties><name>body</name><value>${facet}</value></componentInstanceProperties><identifier>tabs-${name}</identifier></componentInstance></itemInstances><name>${name}</name></flexiPageRegions>`
const cell = (name: string, row: number, column: number): string =>
  `<dashboardGridComponents><colSpan>4</colSpan><columnIndex>${column}</columnIndex><dashboardComponent><header>${name}</header></dashboardComponent><rowIndex>${row}</rowIndex><rowSpan>4</rowSpan></dashboardGridComponents>`
const grid = (...cells: string[]): string => `<dashboardGridLayout>${cells.join('')}</dashboardGridLayout>`
const rule = (action: string): string =>
  `<rules><fullName>r</fullName><actions><name>${action}</name><type>Alert</type></actions></rules>`
const timed = (action: string): string =>
  `<rules><fullName>r</fullName><workflowTimeTriggers><actions><name>${action}</name><type>Alert</type></actions><timeLength>1</timeLength></workflowTimeTriggers></rules>`
const alert = (name: string): string => `<alerts><fullName>${name}</fullName></alerts>`
const steps = (...fields: string[]): string =>
  `<pathAssistantSteps>${fields.map((name) => `<fieldNames>${name}</fieldNames>`).join('')}<picklistValueName>New</picklistValueName></pathAssistantSteps>`
const matching = (logic: string, ...names: string[]): string =>
  `<matchingRules><fullName>m</fullName><booleanFilter>${logic}</booleanFilter>${names
    .map((name) => `<matchingRuleItems><fieldName>${name}</fieldName></matchingRuleItems>`)
    .join('')}</matchingRules>`

const broken: readonly (readonly [string, Case, string])[] = [
  ['two labels but for case', { root: 'CustomLabels', base: ['<labels><fullName>m</fullName></labels>'], ours: ['<labels><fullName>Hi</fullName></labels>', '<labels><fullName>m</fullName></labels>'], theirs: ['<labels><fullName>hi</fullName></labels>', '<labels><fullName>m</fullName></labels>'] }, 'The label hi stands 2 times.'],
  ['two default values', { root: 'GlobalValueSet', base: [value('a', false), value('b', false)], ours: [value('a', true), value('b', false)], theirs: [value('a', false), value('b', true)] }, 'There is more than one default value.'],
  ['two default values of a field', { root: 'CustomObject', base: [field('P__c', picklist({ a: false, b: false }))], ours: [field('P__c', picklist({ a: true, b: false }))], theirs: [field('P__c', picklist({ a: false, b: true }))] }, 'There is more than one default value of a picklist: P__c.'],
  ['two default values in a record type', { root: 'RecordType', base: [recordTypeValues({ a: false, b: false })], ours: [recordTypeValues({ a: true, b: false })], theirs: [recordTypeValues({ a: false, b: true })] }, 'There is more than one default value of a picklist in a record type: P__c.'],
  ['two default record types', { root: 'Profile', base: [visibility('A.x', false), visibility('A.y', false)], ours: [visibility('A.x', true), visibility('A.y', false)], theirs: [visibility('A.x', false), visibility('A.y', true)] }, 'There is more than one default record type of an object: A.'],
  ['no default record type', { root: 'Profile', base: [visibility('A.x', true), visibility('A.y', false)], ours: [visibility('A.x', true), visibility('A.y', false), visibility('A.z', false)], theirs: [visibility('A.x', false, false), visibility('A.y', false, false)] }, 'There is no default record type of an object: A.'],
  ['two default apps', { root: 'Profile', base: [app('a', false), app('b', false)], ours: [app('a', true), app('b', false)], theirs: [app('a', false), app('b', true)] }, 'There is more than one default app.'],
  ['a field that can be edited but not read', { root: 'PermissionSet', base: [access(false, true)], ours: [access(true, true)], theirs: [access(false, false)] }, 'A.B is editable but not readable.'],
  ['an object that can be deleted but not edited', { root: 'Profile', base: [objectAccess(true, false)], ours: [objectAccess(true, true)], theirs: [objectAccess(false, false)] }, 'A is allowDelete but not allowEdit.'],
  ['two elements of a flow with one name', { root: 'Flow', base: [screen('a')], ours: [screen('a'), variable('x')], theirs: ['<formulas><name>X</name></formulas>', screen('a')] }, 'The element x stands 2 times.'],
  ['a connector to a deleted element', { root: 'Flow', base: [screen('a'), screen('b')], ours: [screen('a', 'b'), screen('b')], theirs: [screen('a')] }, 'The element b is referred to but does not exist.'],
  ['a reference to a deleted variable', { root: 'Flow', base: [variable('v')], ours: [assigns('v.Name'), variable('v')], theirs: [] }, 'The element v is referred to but does not exist.'],
  ['a start at a deleted element', { root: 'Flow', base: [screen('a'), screen('b'), '<startElementReference>a</startElementReference>'], ours: [screen('a'), screen('b'), '<startElementReference>b</startElementReference>'], theirs: [screen('a'), '<startElementReference>a</startElementReference>'] }, 'The element b is referred to but does not exist.'],
  ['an identifier twice on a page', { root: 'FlexiPage', base: [region('one', 'x'), region('two', 'y')], ours: [region('one', 'x', 'z'), region('two', 'y')], theirs: [region('one', 'x'), region('two', 'y', 'z')] }, 'The identifier z stands 2 times.'],
  ['a component without identifier that both moved', { root: 'FlexiPage', base: [unnamed('one', 'x'), unnamed('two', 'y'), unnamed('three', 'y')], ours: [unnamed('one'), unnamed('two', 'y', 'x'), unnamed('three', 'y')], theirs: [unnamed('one'), unnamed('two', 'y'), unnamed('three', 'y', 'x')] }, 'The component x stands 2 times.'],
  ['a component of an old page that both moved', { root: 'FlexiPage', base: [ofOldPage('one', 'x'), ofOldPage('two', 'y'), ofOldPage('three', 'y')], ours: [ofOldPage('one'), ofOldPage('two', 'y', 'x'), ofOldPage('three', 'y')], theirs: [ofOldPage('one'), ofOldPage('two', 'y'), ofOldPage('three', 'y', 'x')] }, 'The component x stands 2 times.'],
  ['a property that names a deleted region', { root: 'FlexiPage', base: [region('Facet-1', 'x')], ours: [region('Facet-1', 'x'), facetUser('Facet-1')], theirs: [] }, 'The region Facet-1 is referred to but does not exist.'],
  ['a region that nothing shows any more', { root: 'FlexiPage', base: [region('Facet-1', 'x'), facetUser('Facet-1'), facetUser('Facet-1', 'side')], ours: [region('Facet-1', 'x'), facetUser('Facet-1', 'side')], theirs: [region('Facet-1', 'x'), facetUser('Facet-1')] }, 'The region Facet-1 stands on the page, but nothing shows it.'],
  ['a field twice on a layout', { root: 'Layout', base: [section('A', 'N'), section('B', 'M')], ours: [section('A', 'N', 'X'), section('B', 'M')], theirs: [section('A', 'N'), section('B', 'M', 'X')] }, 'The field X stands 2 times.'],
  ['a list view with a deleted field', { root: 'CustomObject', base: [field('X__c')], ours: [field('X__c'), '<listViews><fullName>All</fullName><columns>X__c</columns></listViews>'], theirs: [] }, 'The field X__c is referred to but does not exist.'],
  ['a record type that offers a deleted value', { root: 'CustomObject', base: [field('P__c', picklist({ a: false, b: false })), offering({ a: false })], ours: [field('P__c', picklist({ a: false, b: false })), offering({ a: false, b: false })], theirs: [field('P__c', picklist({ a: false })), offering({ a: false })] }, 'The record type R offers b, which P__c does not have.'],
  ['an assignment of a deleted compact layout', { root: 'CustomObject', base: ['<compactLayoutAssignment>SYSTEM</compactLayoutAssignment>', '<compactLayouts><fullName>C</fullName></compactLayouts>'], ours: ['<compactLayoutAssignment>C</compactLayoutAssignment>', '<compactLayouts><fullName>C</fullName></compactLayouts>'], theirs: ['<compactLayoutAssignment>SYSTEM</compactLayoutAssignment>'] }, 'The compact layout C is referred to but does not exist.'],
  ['a report sorted by a removed column', { root: 'Report', base: ['<columns><field>A</field></columns>', '<columns><field>B</field></columns>', '<sortColumn>A</sortColumn>'], ours: ['<columns><field>A</field></columns>', '<columns><field>B</field></columns>', '<sortColumn>B</sortColumn>'], theirs: ['<columns><field>A</field></columns>', '<sortColumn>A</sortColumn>'] }, 'The column B is referred to but does not exist.'],
  ['a field that is a column and a grouping', { root: 'Report', base: ['<columns><field>A</field></columns>'], ours: ['<columns><field>A</field></columns>', '<columns><field>B</field></columns>'], theirs: ['<columns><field>A</field></columns>', '<groupingsDown><field>B</field></groupingsDown>'] }, 'The column or grouping B stands 2 times.'],
  ['components that overlap', { root: 'Dashboard', base: [grid(cell('a', 0, 0))], ours: [grid(cell('a', 0, 0), cell('b', 0, 4))], theirs: [grid(cell('a', 0, 0), cell('c', 2, 4))] }, 'The components at row 0 column 4 and row 2 column 4 overlap.'],
  ['six fields of a step', { root: 'PathAssistant', base: [steps('a', 'b', 'c', 'd')], ours: [steps('a', 'b', 'c', 'd', 'e')], theirs: [steps('a', 'b', 'c', 'd', 'f')] }, 'The fields of a step: 6 instead of 5.'],
  ['a mapping of a removed tab', { root: 'CustomApplication', base: ['<tabs>A</tabs>', '<tabs>B</tabs>'], ours: ['<tabs>A</tabs>', '<tabs>B</tabs>', '<workspaceConfig><mappings><tab>B</tab></mappings></workspaceConfig>'], theirs: ['<tabs>A</tabs>'] }, 'The tab B is referred to but does not exist.'],
  ['a rule with a deleted action', { root: 'Workflow', base: [alert('one'), alert('two'), rule('one')], ours: [alert('one'), alert('two'), rule('two')], theirs: [alert('one'), rule('one')] }, 'The action two is referred to but does not exist.'],
  ['a time trigger with a deleted action', { root: 'Workflow', base: [alert('one'), alert('two'), timed('one')], ours: [alert('one'), alert('two'), timed('two')], theirs: [alert('one'), timed('one')] }, 'The action two is referred to but does not exist.'],
  ['logic that names a removed item', { root: 'MatchingRules', base: [matching('1 AND 2', 'a', 'b', 'c')], ours: [matching('1 AND 3', 'a', 'b', 'c')], theirs: [matching('1 AND 2', 'a', 'b')] }, '"1 AND 3" names entry 3, but there are 2.'],
] // prettier-ignore

describe('what does not fit after a merge, although it did on both sides', () => {
  test.each(broken)('%s', (...[, versions, message]) => {
    expect(messagesOf(versions)).toContain(`brokenByMerge: ${message}`)
  })
})

test('a third component without identifier is told where each side has two', () => {
  const base = [unnamed('one', 'x'), unnamed('two', 'y'), unnamed('three', 'y')]
  const ours = [unnamed('one', 'x'), unnamed('two', 'y', 'x'), unnamed('three', 'y')]
  const theirs = [unnamed('one', 'x'), unnamed('two', 'y'), unnamed('three', 'y', 'x')]
  expect(messagesOf({ root: 'FlexiPage', base, ours, theirs })).toContain(
    'brokenByMerge: The component x stands 3 times.',
  )
  expect(messagesOf({ root: 'FlexiPage', base, ours, theirs: [...base].toReversed() })).toEqual([])
})

test('fields of managed packages are in the org without being in the file', () => {
  const view = '<listViews><fullName>All</fullName><columns>ns__X__c</columns></listViews>'
  const packaged = [field('ns__X__c')]
  expect(messagesOf({ root: 'CustomObject', base: packaged, ours: [...packaged, view], theirs: [] })).toEqual(
    [],
  )
})

describe('what one side had broken already', () => {
  test.each(broken)('%s is not reported again', (...[, { root, base, ours, theirs }]) => {
    const [old, left, right] = [base, ours, theirs].map((lines) => bytes(metadataXml(root, ...lines)))
    if (old === undefined || left === undefined || right === undefined) throw new Error('three versions')
    const put = mergeFiles({ path: 'a.xml', base: old, ours: left, theirs: right })
    const changed = bytes(metadataXml(root, ...theirs, '<zzz>1</zzz>'))
    const again = merge({ path: 'a.xml', base: right, ours: put.content, theirs: changed })
    expect([put.status, again.status, again.warnings ?? []]).toEqual(['clean', 'clean', []])
    expect(text(again.content)).toContain('<zzz>1</zzz>')
  })
})

const label = (name: string, inside: string): string =>
  `<labels><fullName>${name}</fullName>${inside}</labels>`
const flow = (...lines: string[]): Uint8Array => bytes(metadataXml('Flow', ...lines))
const labels = (...lines: string[]): Uint8Array => bytes(metadataXml('CustomLabels', ...lines))

describe('how it is reported', () => {
  const values = { base: [value('a', false), value('b', false)], ours: [value('a', true), value('b', false)], theirs: [value('a', false), value('b', true)] } // prettier-ignore
  const [base, ours, theirs] = [values.base, values.ours, values.theirs].map((lines) =>
    bytes(metadataXml('GlobalValueSet', ...lines)),
  )
  const input = {
    path: 'a.globalValueSet',
    base: base ?? null,
    ours: ours ?? bytes(''),
    theirs: theirs ?? bytes(''),
  }

  test('between markers around the elements that people can choose between', () => {
    const { status, content, conflicts } = merge(input)
    expect([status, conflicts.map(({ path }) => path)]).toEqual([
      'conflict',
      ['/GlobalValueSet/customValue[a]', '/GlobalValueSet/customValue[b]'],
    ])
    expect(text(content)).toContain(
      `<<<<<<< ours\n    ${value('a', true)}\n||||||| base\n    ${value('a', false)}\n=======\n    ${value('a', false)}\n>>>>>>> theirs\n`,
    )
  })

  test('a favoured side leaves a file that fits', () => {
    const result = merge({ ...input, favour: 'theirs' })
    expect(result.conflicts).toHaveLength(2)
    expect(text(result.content)).toBe(text(input.theirs))
  })

  test('beside other conflicts only when it stays whichever side is chosen', () => {
    const { conflicts } = merge({
      path: 'a.labels',
      base: labels(label('m', '<value>0</value>')),
      ours: labels(label('Hi', ''), label('m', '<value>1</value>')),
      theirs: labels(label('hi', ''), label('m', '<value>2</value>')),
    })
    expect(conflicts.map(({ reason }) => reason)).toEqual(['changedByBoth', 'brokenByMerge'])
  })

  test('at the same place whichever side is ours', () => {
    const before = flow('<label>0</label>')
    const one = flow(
      '<plainValue>1</plainValue>',
      '<label>1</label>',
      '<exitRules><name>A</name></exitRules>',
    )
    const other = flow(
      '<label>2</label>',
      '<plainValue>2</plainValue>',
      '<formulas><name>A</name></formulas>',
    )
    const paths = [
      { ours: one, theirs: other },
      { ours: other, theirs: one },
    ].map((sides) =>
      merge({ path: 'a.flow', base: before, ...sides })
        .conflicts.map(({ path }) => path)
        .toSorted(),
    )
    expect(paths[0]).toEqual(['/Flow/exitRules[A]', '/Flow/label', '/Flow/plainValue'])
    expect(paths[1]).toEqual(paths[0])
  })
})

const profile = (...lines: string[]): Uint8Array => bytes(metadataXml('Profile', ...lines))
function mergeAgain(): never {
  throw new Error('merged again')
}

test('a conflict about a whole entry breaks nothing inside one, and is not merged again to see it', () => {
  const input = {
    path: 'a.xml',
    base: profile(access(false, true)),
    ours: profile(),
    theirs: profile(access(true, true)),
  }
  const { conflicts } = checkConsistency(input, mergeVersions(input), mergeAgain)
  expect(conflicts.map(({ reason }) => reason)).toEqual(['deletedAndChanged'])
})
