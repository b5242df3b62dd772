import { blobHash } from '@sluice/git/blob-hash'
import { expect, test } from 'vitest'
import { connectedApp } from '../../commands/testing/sample-connected-app.ts'
import { salesProfile } from '../../commands/testing/sample-profile.ts'
import type { FileHashes } from '../session/metadata-directory.ts'
import type { AutomaticResolution } from '../branch/merge/conflict-strategy.ts'
import { compareWithOrg } from './org-changes.ts'
import { OrgFiles } from '../org/org-files/org-files.ts'

const path = 'unpackaged/profiles/Sales.profile'
const sales = salesProfile({ classes: ['Alpha', 'Beta'], fields: [] }).text

function orgWith(parity: FileHashes, content: Uint8Array): OrgFiles {
  const files = new OrgFiles(parity)
  files.add(path, { hash: blobHash(content), content, isStored: false })
  return files
}

/** What a flow in would commit when branch and org have these texts of one file. */
async function change(branch: string, org: string): Promise<string | null> {
  const before = Buffer.from(branch)
  const parityFiles = new Map([[path, blobHash(before)]])
  const { changes } = await compareWithOrg({
    parityFiles,
    read: () => Promise.resolve(before),
    org: orgWith(parityFiles, Buffer.from(org)),
    planned: [{ type: 'Profile', fullName: 'Sales', modifier: null }],
    isRequested: () => true,
    overlay: new Map(),
    apiVersion: '68.0',
  })
  return changes[0]?.after === undefined
    ? null
    : Buffer.from(changes[0].after?.content ?? []).toString('utf8')
}

test.each([
  ['another order of what has none', salesProfile({ classes: ['Beta', 'Alpha'], fields: [] }).text],
  ['a comment', sales.replace('    <custom>', '    <!-- ours -->\n    <custom>')],
  ['another indent', sales.replaceAll('    ', '\t')],
])('%s in the branch is no change of the org', async (_, branch) => {
  expect(await change(branch, sales)).toBeNull()
})

test('a profile of an unrelated branch keeps the entries about components that were not retrieved', async () => {
  const mine = Buffer.from(salesProfile({ classes: ['Alpha'], fields: ['Car__c.X__c'] }).text)
  const theirs = Buffer.from(salesProfile({ classes: ['Alpha'], fields: [], enabled: false }).text)
  const { changes } = await compareWithOrg({
    parityFiles: new Map(),
    branchFiles: new Map([[path, blobHash(mine)]]),
    read: () => Promise.resolve(mine),
    org: orgWith(new Map(), theirs),
    planned: [{ type: 'Profile', fullName: 'Sales', modifier: null }],
    isRequested: ({ componentType }) => componentType !== 'CustomField' && componentType !== 'CustomObject',
    overlay: new Map(),
    apiVersion: '68.0',
  })
  const expected = salesProfile({ classes: ['Alpha'], fields: ['Car__c.X__c'], enabled: false }).text
  expect(Buffer.from(changes[0]?.after?.content ?? []).toString('utf8')).toBe(expected)
})

test('a value of the org is brought in', async () => {
  const org = salesProfile({ classes: ['Alpha', 'Beta'], fields: [], enabled: false }).text
  expect(await change(sales, org)).toBe(org)
})

test('a file that is gone from a bundle of the org goes; what teams keep beside it stays, and a bundle that did not come', async () => {
  const content = Buffer.from('x')
  const parityFiles = new Map(
    ['a/a.js', 'a/a.css', 'a/__tests__/a.test.js', 'a/README.md', 'b/b.js'].map((name) => [
      `unpackaged/lwc/${name}`,
      blobHash(content),
    ]),
  )
  const org = new OrgFiles(parityFiles)
  org.addSame('unpackaged/lwc/a/a.js')
  const { changes } = await compareWithOrg({
    parityFiles,
    read: () => Promise.resolve(content),
    org,
    planned: ['a', 'b'].map((fullName) => ({ type: 'LightningComponentBundle', fullName, modifier: null })),
    isRequested: () => true,
    overlay: new Map(),
    apiVersion: '68.0',
  })
  expect(changes).toEqual([{ path: 'unpackaged/lwc/a/a.css', before: content, after: null }])
})

const portal = connectedApp('Portal')

interface UndeployedCase {
  /** The label of the app in the org when the deployment failed; null where the org did not have the app. */
  readonly labelBefore?: string | null
  readonly leavesOutOwnValues?: boolean
  readonly resolution?: AutomaticResolution | null
}

/** What a flow in finds of an app that a deployment left out and that has another label in the branch. */
async function undeployedChange(
  inOrg: string,
  { labelBefore = 'First label', leavesOutOwnValues = false, resolution = null }: UndeployedCase = {},
): Promise<{ after: string | null; settled: number }> {
  const file = `unpackaged/${portal.path}`
  const branch = Buffer.from(portal.text('KEY.IN.GIT', 'Label in Git'))
  const baseline = labelBefore === null ? null : Buffer.from(portal.text('KEY.IN.GIT', labelBefore))
  const content = Buffer.from(inOrg)
  const parityFiles = new Map([[file, blobHash(branch)]])
  const org = new OrgFiles(parityFiles)
  org.add(file, { hash: blobHash(content), content, isStored: false })
  const { changes, conflicts, settled } = await compareWithOrg({
    parityFiles,
    read: () => Promise.resolve(branch),
    org,
    planned: [{ type: 'ConnectedApp', fullName: 'Portal', modifier: null }],
    isRequested: () => true,
    overlay: new Map([[file, { baseline, nested: null }]]),
    form: { leavesOutOwnValues, sandboxName: null },
    storesForm: true,
    resolution,
    apiVersion: '68.0',
  })
  expect(conflicts).toEqual([])
  const after = changes[0]?.after?.content
  return { after: after ? Buffer.from(after).toString('utf8') : null, settled: settled.size }
}

const scopes = (text: string) => text.replace('<scopes>Api', '<scopes>Web')

test('another value of one org is no change of an undeployed component; with another change it is stored', async () => {
  expect(await undeployedChange(portal.text('KEY.OF.ORG', 'First label'))).toEqual({
    after: null,
    settled: 0,
  })
  expect(await undeployedChange(portal.text('KEY.OF.ORG', 'Label in Git'))).toEqual({
    after: null,
    settled: 1,
  })
  expect(await undeployedChange(scopes(portal.text('KEY.OF.ORG', 'First label')))).toEqual({
    after: scopes(portal.text('KEY.OF.ORG', 'Label in Git')),
    settled: 0,
  })
})

test('an undeployed component that was created in the org with a consumer key of the org is settled without a conflict', async () => {
  const inOrg = portal.text('KEY.OF.ORG', 'Label in Git')
  expect(await undeployedChange(inOrg, { labelBefore: null })).toEqual({ after: null, settled: 1 })
})

test('a portable stack takes values of one org out of the file of an undeployed component too', async () => {
  expect(await undeployedChange(portal.text(null, 'First label'), { leavesOutOwnValues: true })).toEqual({
    after: portal.text(null, 'Label in Git'),
    settled: 0,
  })
})

test.each([
  ['TakeRemote', 'Label in the org', 1],
  ['PreferRemote', 'Label in the org', 1],
  ['TakeLocal', null, 0],
  ['PreferLocal', null, 0],
] as const)(
  'an undeployed component that the org has changed otherwise is settled where %s takes the version of the org',
  async (resolution, label, settled) => {
    const inOrg = portal.text('KEY.IN.GIT', 'Label in the org')
    const after = label && portal.text('KEY.IN.GIT', label)
    expect(await undeployedChange(inOrg, { resolution })).toEqual({ after, settled })
  },
)
