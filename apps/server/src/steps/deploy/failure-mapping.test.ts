import { componentChanges } from '@sluice/metadata/diff/component-changes'
import { expect, test } from 'vitest'
import { type ReportedProblem, mapProblems } from './failure-mapping.ts'

const text = (content: string) => new TextEncoder().encode(content)
const object = (fields: string) =>
  text(
    `<?xml version="1.0" encoding="UTF-8"?>\n<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${fields}</CustomObject>`,
  )
const delta = componentChanges([
  { path: 'unpackaged/classes/Alpha.cls', before: null, after: text('class Alpha {}') },
  {
    path: 'unpackaged/objects/Car__c.object',
    before: object(''),
    after: object('<fields><fullName>Color__c</fullName><type>Text</type></fields>'),
  },
])
const problem: ReportedProblem = {
  componentType: 'ApexClass',
  fullName: 'Alpha',
  fileName: 'unpackaged/classes/Alpha.cls',
  problem: "Unexpected token '}'.",
  problemType: 'Error',
  lineNumber: 3,
  columnNumber: 7,
}
const keys = (reported: Partial<ReportedProblem>) => [
  ...mapProblems([{ ...problem, ...reported }], delta).byKey.keys(),
]

test('a problem keeps its description, file, line and column', () => {
  expect(mapProblems([problem], delta).byKey.get('unpackaged|ApexClass|Alpha')).toEqual([
    {
      type: 'Error',
      description: "Unexpected token '}'.",
      archiveFilePath: 'unpackaged/classes/Alpha.cls',
      line: 3,
      column: 7,
    },
  ])
})

test('a problem of a field belongs to the field, not to its object', () => {
  expect(keys({ componentType: 'CustomField', fullName: 'Car__c.Color__c' })).toEqual([
    'unpackaged|CustomField|Car__c.Color__c',
  ])
})

test('a problem of a version of a flow, or of its definition, belongs to the flow', () => {
  const flow = { componentType: 'Flow', fullName: 'Remind-2', fileName: 'destructiveChangesPost.xml' }
  const definition = { ...flow, componentType: 'FlowDefinition', fullName: 'Remind' }
  const deletion = componentChanges([
    { path: 'unpackaged/flows/Remind.flow', before: Buffer.from('<Flow/>'), after: null },
  ])
  for (const about of [flow, definition])
    expect([...mapProblems([{ ...problem, ...about }], deletion).byKey.keys()]).toEqual([
      'unpackaged|Flow|Remind',
    ])
})

test('a problem without a type is found by its file', () => {
  expect(keys({ componentType: '', fullName: '', fileName: 'classes/Alpha.cls' })).toEqual([
    'unpackaged|ApexClass|Alpha',
  ])
})

test('a file that cannot be read fails everything that it brings', () => {
  const about = {
    componentType: 'CustomObject',
    fullName: 'Car__c',
    fileName: 'unpackaged/objects/Car__c.object',
  }
  expect(keys(about)).toEqual(['unpackaged|CustomField|Car__c.Color__c'])
})

test('a problem of a component outside of the delta is mapped to no component', () => {
  const elsewhere = { ...problem, fullName: 'Beta', fileName: 'classes/Beta.cls' }
  expect(mapProblems([elsewhere], delta)).toMatchObject({ byKey: new Map(), unmapped: [{ type: 'Error' }] })
})
