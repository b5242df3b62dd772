import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLineBytes } from '../../session/json-lines.ts'
import { writeWhole } from '../../session/work-folder.ts'
import type { ListedComponent } from './list-components.ts'
import { listFile, makePlan } from './make-plan.ts'
import { readBatchMembers, readOutline, readPlan, writePlan } from './retrieve-plan.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-plan-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const listed = (type: string, fullName: string, given: Partial<ListedComponent> = {}): ListedComponent => ({
  type,
  fullName,
  id: '01p000000000001AAA',
  namespacePrefix: null,
  manageableState: 'unmanaged',
  lastModifiedById: '005000000000001AAA',
  lastModifiedByName: 'Mara',
  lastModifiedDate: '2026-05-04T03:02:01.000Z',
  ...given,
})

interface Wanted {
  readonly wantsStandardValueSets?: boolean
  readonly withoutParent?: readonly string[]
}

async function plan(
  list: readonly ListedComponent[],
  text: string,
  { wantsStandardValueSets = false, withoutParent = [] }: Wanted = {},
) {
  const lines = jsonLineBytes()
  for (const component of list) lines.add(component)
  await writeWhole(listFile(folder), lines.end())
  const given = {
    apiVersion: '68.0',
    specsHash: 'x',
    listedTypes: ['ApexClass'],
    failedTypes: ['Layout'],
    unlistedTypes: ['Layout'],
    withoutParent,
    undecidedTypes: [{ type: 'Bot', components: 2 }],
    limits: { minBatch: 2, maxBatch: 2 },
  }
  const { specs } = parseIncludeSpecs(text)
  const { signal } = new AbortController()
  await makePlan({ folder, specs, wantsStandardValueSets, ...given }, { signal })
  const made = await readPlan(folder)
  const batches = await Promise.all(made.batches.map((_, index) => readBatchMembers(folder, index)))
  return { ...made, names: batches.map((batch) => batch.map(({ fullName }) => fullName)) }
}

const classes = 'unpackaged/~/ApexClass'

test('each component is planned once, with who changed it last', async () => {
  const changed = listed('ApexClass', 'B', { lastModifiedByName: 'Jonas' })
  const { members } = await plan([listed('ApexClass', 'B'), listed('ApexClass', 'A'), changed], classes)
  const date = new Date('2026-05-04T03:02:01.000Z')
  const modifier = { userId: '005000000000001AAA', date }
  expect(members).toEqual([
    { type: 'ApexClass', fullName: 'B', modifier: { ...modifier, name: 'Jonas' } },
    { type: 'ApexClass', fullName: 'A', modifier: { ...modifier, name: 'Mara' } },
  ])
})

test.each([
  ['of a package', { manageableState: 'installed' }],
  ['that the specs do not want', { type: 'Flow' }],
  ['with a namespace', { namespacePrefix: 'acme', fullName: 'acme__A' }],
])('a component %s is not planned', async (_, given) => {
  expect((await plan([listed('ApexClass', 'A', given)], classes)).members).toEqual([])
})

test.each([
  [{ lastModifiedById: null }],
  [{ lastModifiedDate: '1970-01-01T00:00:00.000Z' }],
  [{ lastModifiedDate: 'never' }],
])('with %o nobody is known to have changed it', async (given) => {
  const { members } = await plan([listed('ApexClass', 'A', given)], classes)
  expect(members).toEqual([{ type: 'ApexClass', fullName: 'A', modifier: null }])
})

test('what is inside of a wanted composite comes with it and is not asked for', async () => {
  const list = [
    listed('CustomObject', 'Car__c'),
    listed('CustomField', 'Car__c.Color__c'),
    listed('CustomField', 'Boat__c.Sail__c'),
  ]
  const specs = 'unpackaged/~/CustomObject'
  const { members, names } = await plan(list, specs)
  expect(members).toHaveLength(3)
  expect(names.flat().toSorted()).toEqual(['Boat__c.Sail__c', 'Car__c'])
})

test('components of packages are named beside profiles and kept apart from what the branch gets', async () => {
  const packaged = listed('ApexClass', 'acme__Tool', {
    namespacePrefix: 'acme',
    manageableState: 'installed',
  })
  const list = [listed('ApexClass', 'A'), listed('Profile', 'Sales'), packaged]
  const { members, beside, names } = await plan(list, `${classes}\nunpackaged/~/Profile`)
  expect(members.map(({ fullName }) => fullName)).toEqual(['A', 'Sales'])
  expect(beside).toEqual([{ type: 'ApexClass', fullName: 'acme__Tool' }])
  expect(new Set(names.flat())).toEqual(new Set(['A', 'Sales', 'acme__Tool']))
})

test('what is inside of composites that were not listed is not asked for without the rest of its file', async () => {
  const list = [listed('CustomField', 'Car__c.Color__c'), listed('ApexClass', 'A')]
  const { members } = await plan(list, 'unpackaged', { withoutParent: ['CustomField'] })
  expect(members.map(({ fullName }) => fullName)).toEqual(['A'])
})

test('batches lie apart and their sizes in the outline; the list is gone', async () => {
  const { batches, names } = await plan(
    ['C', 'A', 'B'].map((name) => listed('ApexClass', name)),
    classes,
  )
  expect([batches, names]).toEqual([
    [2, 1],
    [['A', 'B'], ['C']],
  ])
  expect(await readOutline(folder)).toMatchObject({
    apiVersion: '68.0',
    batches: [2, 1],
    listedTypes: ['ApexClass'],
    failedTypes: ['Layout'],
    undecidedTypes: [{ type: 'Bot', components: 2 }],
  })
  expect(await readdir(folder)).not.toContain('listed')
})

test('standard value sets are asked for by name when they are wanted', async () => {
  const { members } = await plan([], 'unpackaged/~/StandardValueSet', {
    wantsStandardValueSets: true,
  })
  expect(members).toContainEqual({ type: 'StandardValueSet', fullName: 'AccountType', modifier: null })
})

test('a batch keeps its names, whatever the org calls its types', async () => {
  const batch = ['__proto__', 'constructor', 'ApexClass'].map((type) => ({ type, fullName: 'A' }))
  const outline = { apiVersion: '68.0', specsHash: 'x', packages: 1, listedTypes: [], members: [] }
  await writePlan(folder, { ...outline, batches: [batch] })
  expect(await readBatchMembers(folder, 0)).toEqual(batch)
})
