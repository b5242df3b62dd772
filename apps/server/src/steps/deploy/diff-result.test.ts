import { diffResult } from '@sluice/contract/job-commands/diff-result'
import { componentChanges } from '@sluice/metadata/diff/component-changes'
import { expect, test } from 'vitest'
import { diffResultOf } from './diff-result.ts'

const text = (content: string) => new TextEncoder().encode(content)
const object = (...fields: string[]) =>
  text(
    `<CustomObject>${fields.map((name) => `<fields><fullName>${name}</fullName></fields>`).join('')}</CustomObject>`,
  )
const changes = componentChanges([
  { path: 'unpackaged/classes/A.cls', before: text('1'), after: text('2') },
  { path: 'unpackaged/classes/A.cls-meta.xml', before: null, after: text('<ApexClass/>') },
  { path: 'unpackaged/objects/Car__c.object', before: null, after: object('Color__c') },
  { path: 'unpackaged/profiles/Old.profile', before: text('<Profile/>'), after: null },
  { path: 'Extras/classes/B.cls', before: text('1'), after: null },
])
const item = (name: string) => ({ name, type: 'File', isComponent: false, componentIdentity: null })
const names = (list: readonly { componentName: string }[]) => list.map((one) => one.componentName)

test('[J-101] a diff result counts, and lists what came, changed and went in each package', async () => {
  const result = await diffResultOf(changes)
  expect(result.diffCounts).toEqual({ anyChanges: true, added: 2, modified: 1, deleted: 2 })
  expect(
    result.packageDiffResults.map(({ packageName, added, modified, deleted }) => [
      packageName,
      ...[added, modified, deleted].map(names),
    ]),
  ).toEqual([
    ['Extras', [], [], ['B']],
    ['unpackaged', ['Car__c.Color__c', 'Car__c'], ['A'], ['Old']],
  ])
  expect(await diffResultOf([])).toMatchObject({ diffCounts: { anyChanges: false }, packageDiffResults: [] })
})

test('[J-102] a component of a diff result says what in it changed and what a deployment can do', async () => {
  const [, { modified, deleted } = { modified: [], deleted: [] }] = (await diffResultOf(changes))
    .packageDiffResults
  const [code, meta] = [item('classes/A.cls'), item('classes/A.cls-meta.xml')]
  expect(modified).toEqual([
    {
      packageName: 'unpackaged',
      componentType: 'ApexClass',
      componentName: 'A',
      contentItems: [code, meta],
      addedContentItems: [meta],
      modifiedContentItems: [code],
      deletedContentItems: [],
      canDeployAdd: true,
      canDeployModify: true,
      canDeployDelete: true,
      isCompositeComponent: false,
      alwaysSingleContentItem: true,
    },
  ])
  expect(deleted).toMatchObject([{ componentType: 'Profile', deletedContentItems: [{ type: 'File' }] }])
})

test('[J-103] a content item is a file, the content of a composite or a component inside it', async () => {
  const [, { added } = { added: [] }] = (await diffResultOf(changes)).packageDiffResults
  const composite = added.find((one) => one.isCompositeComponent)
  const componentIdentity = { componentType: 'CustomField', componentName: 'Car__c.Color__c' }
  expect(composite?.contentItems).toEqual([
    { name: 'Car__c', type: 'CompositeComponentContent', isComponent: false, componentIdentity: null },
    { name: 'Car__c.Color__c', type: 'NestedComponent', isComponent: true, componentIdentity },
  ])
  const { shape } = diffResult.shape.packageDiffResults.element.shape.added.element.shape.contentItems.element
  expect(shape.type.options).toEqual(['Unknown', 'File', 'CompositeComponentContent', 'NestedComponent'])
})
