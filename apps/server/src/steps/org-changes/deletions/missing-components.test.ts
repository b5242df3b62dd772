import { blobHash } from '@sluice/git/blob-hash'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { memberOf } from '@sluice/metadata/retrieve-plan'
import { expect, test } from 'vitest'
import { OrgFiles } from '../../org/org-files/org-files.ts'
import { keptMetadata, keptOf } from './kept-components.ts'
import { type MissingRequest, findMissing } from './missing-components.ts'

const object = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
    <fields>
        <fullName>Ours__c</fullName>
        <type>Text</type>
    </fields>
</CustomObject>
`,
)

/** What is missing of a branch with these files, of which the org returned none. */
function missingOf(paths: readonly string[], given: Partial<MissingRequest> = {}) {
  const parityFiles = new Map(paths.map((path) => [path, blobHash(Buffer.from(path))]))
  return findMissing({
    parityFiles,
    read: () => Promise.resolve(object),
    org: new OrgFiles(parityFiles),
    plan: { members: [], listedTypes: ['ApexClass', 'CustomField', 'CustomObject', 'Report'] },
    specs: parseIncludeSpecs(
      ['ApexClass', 'AuthProvider', 'CustomField', 'Report'].map((type) => `unpackaged/~/${type}`).join('\n'),
    ).specs,
    undeployed: [],
    acceptsDeletions: false,
    ...given,
  })
}

const classes = (count: number) =>
  Array.from({ length: count }, (_, index) => `unpackaged/classes/C${index}.cls`)
const reasons = async (...request: Parameters<typeof missingOf>) => [
  ...new Set((await missingOf(...request)).map(({ reason }) => reason)),
]

test('a component is asked for once, by the name of its files', async () => {
  const paths = ['unpackaged/classes/A.cls', 'unpackaged/classes/A.cls-meta.xml']
  const [one, ...others] = await missingOf(paths)
  expect(others).toEqual([])
  expect(one?.asked.map(memberOf)).toEqual([{ type: 'ApexClass', fullName: 'A' }])
})

test('a type that the org did not list is kept, also where deletions are accepted', async () => {
  const paths = ['unpackaged/authproviders/Google.authprovider']
  expect(await reasons(paths)).toEqual(['typeNotListed'])
  expect(await reasons(paths, { acceptsDeletions: true })).toEqual(['typeNotListed'])
})

test.each([
  { gone: 9, left: 0, expected: null },
  { gone: 10, left: 0, expected: 'typeMostlyMissing' },
  { gone: 10, left: 10, expected: null },
  { gone: 11, left: 9, expected: 'typeMostlyMissing' },
])('of a type with $gone missing and $left left', async ({ gone, left, expected }) => {
  const paths = classes(gone + left)
  const members = Array.from({ length: left }, (_, index) => ({
    type: 'ApexClass',
    fullName: `C${index}`,
    modifier: null,
  }))
  const plan = { members, listedTypes: ['ApexClass'] }
  expect(await reasons(paths, { plan })).toEqual([expected])
  expect(await reasons(paths, { plan, acceptsDeletions: true })).toEqual([null])
})

test('a folder that the org does not list is kept with what it holds; in a listed one names are asked for', async () => {
  const plan = {
    members: [{ type: 'Report', fullName: 'Open', modifier: null }],
    listedTypes: ['Report'],
  }
  const found = await missingOf(
    ['Closed/A.report', 'Closed.reportFolder-meta.xml', 'Open/B.report', 'unfiled$public/C.report'].map(
      (name) => `unpackaged/reports/${name}`,
    ),
    { plan },
  )
  expect(found.map(({ identity, reason }) => [identity.componentName, reason])).toEqual([
    ['Closed/A', 'folderNotListed'],
    ['Closed', 'folderNotListed'],
    ['Open/B', null],
    ['unfiled$public/C', null],
  ])
  expect(keptMetadata(keptOf(found, { notFound: [], cameBack: new Set() }))).toEqual({
    kept: [
      { reason: 'folderNotListed', count: 2, names: ['Report Closed'] },
      { reason: 'notProven', count: 2, names: ['Report Open/B', 'Report unfiled$public/C'] },
    ],
  })
})

test('what the specs leave out and what never reached the org is no question', async () => {
  const identity = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'C0' }
  const paths = ['unpackaged/triggers/T.trigger', ...classes(1)]
  expect(await missingOf(paths, { undeployed: [identity] })).toEqual([])
})

test('of an object that is not tracked itself its tracked fields are asked for', async () => {
  const path = 'unpackaged/objects/sbq__Quote__c.object'
  const found = await missingOf([path])
  const field = { type: 'CustomField', fullName: 'sbq__Quote__c.Ours__c' }
  expect(found[0]?.asked.map(memberOf)).toEqual([field])
  expect(keptOf(found, { notFound: [field], cameBack: new Set() })).toEqual([])
  expect(keptOf(found, { notFound: [], cameBack: new Set() })).toMatchObject([{ reason: 'notProven' }])
})
