import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { componentChanges } from '@sluice/metadata/diff/component-changes'
import { expect, test } from 'vitest'
import { readDivision, readFlows, writeDeploymentPlan } from './deployment-plan.ts'
import { readChanges, readDiff, readOnlyInOrg, readProfiles, writeDiff } from './diff-record.ts'

const object = (fields: string) => Buffer.from(`<CustomObject>${fields}</CustomObject>`)
const field = (name: string) => `<fields><fullName>${name}</fullName></fields>`

test('a diff is read as it was written, with what its components hold and why one cannot be deployed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-diff-'))
  const path = 'unpackaged/objects/Grün__c.object'
  const changes = componentChanges([
    { path, before: object(field('A__c')), after: object(field('B__c')) },
    { path: 'unpackaged/classes/A.cls', before: null, after: Buffer.from('class A {}') },
    { path: 'unpackaged/settings/Account.settings', before: Buffer.from('<AccountSettings/>'), after: null },
  ])
  const headFiles = new Map([[path, 'a'.repeat(40)]])
  expect(await readOnlyInOrg(folder)).toEqual([])
  const onlyInOrg = changes.slice(0, 1)
  const sales = { packageName: 'unpackaged', componentType: 'Profile', componentName: 'Sales' }
  const delta = { entries: ['custom'], revocations: [], irrevocable: ['loginFlows'] }
  const profiles = [{ identity: sales, path: 'unpackaged/profiles/Sales.profile', delta }]
  expect(await readProfiles(folder)).toEqual([])
  expect(await readFlows(folder)).toEqual({ active: [], statusOnly: [] })
  const division = { parts: [changes.slice(0, 1), changes.slice(1)], size: { files: 3, customFields: 2 } }
  expect(await readDivision(folder, changes)).toEqual({
    parts: [changes],
    size: { files: 0, customFields: 0 },
  })
  const flows = { active: ['Remind'], statusOnly: ['Escalate'] }
  await writeDiff(folder, { changes, headFiles, profiles, onlyInOrg })
  await writeDeploymentPlan(folder, { flows, division })
  expect(await readFlows(folder)).toEqual(flows)
  expect(await readDivision(folder, changes)).toEqual(division)
  expect(await readOnlyInOrg(folder)).toEqual(onlyInOrg.map(({ identity }) => identity))
  expect(await readDiff(folder)).toEqual({ changes, headFiles, profiles })
  expect(await readChanges(folder)).toEqual(changes)
  expect(changes.some(({ undeployableReason }) => undeployableReason !== undefined)).toBe(true)
  await rm(folder, { recursive: true })
})
