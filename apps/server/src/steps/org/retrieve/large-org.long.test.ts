import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { planRetrieve } from '@sluice/metadata/retrieve-plan'
import { expect, test } from 'vitest'
import { retrieveWorld } from '../../../commands/testing/retrieve-world.ts'
import { apexClass } from '../../../commands/testing/sample-metadata.ts'
import { salesProfile } from '../../../commands/testing/sample-profile.ts'
import type { TestOrg } from '../../../commands/testing/test-org.ts'
import { saveArchive } from './archive-files.ts'

const world = retrieveWorld()

/** Fills an org with classes, and a profile that speaks about the first and the last. */
async function seedClasses(org: TestOrg, count: number): Promise<string> {
  const classes = Array.from({ length: count }, (_, index) => apexClass(`C${index}`))
  const entries = classes.flatMap((one) => [
    { path: one.path, content: Buffer.from(one.body('// one')) },
    { path: `${one.path}-meta.xml`, content: Buffer.from(one.meta) },
  ])
  const profile = salesProfile({ classes: ['C0', `C${count - 1}`], fields: [] })
  const path = join(world.folder, 'seed.zip')
  await saveArchive(path, [...entries, { path: profile.path, content: Buffer.from(profile.text) }])
  await org.admin('POST', `orgs/${org.id}/seed`, { path })
  return profile.text
}

test('more files than one retrieve may return come back whole, though the org refuses the first plan', async () => {
  const { org, connection } = await world.connect()
  const profile = await seedClasses(org, 5_100)
  const members = await world.members(connection)
  const careless = { maxBatch: 20_000, minBatch: 20_000, maxTogether: 20_000, maxFiles: 40_000 }
  const { texts, batches, archives } = await world.retrieve(connection, members, careless)
  expect([batches, archives]).toEqual([1, 2])
  expect(Object.keys(texts)).toHaveLength(10_201)
  expect(texts['unpackaged/profiles/Sales.profile']).toBe(profile)
  expect(planRetrieve(members)).toHaveLength(2)
})

/** Fills an org with files that no packing makes smaller. */
async function seedResources(org: TestOrg, count: number, megabytes: number): Promise<void> {
  const meta = `<?xml version="1.0" encoding="UTF-8"?>
<StaticResource xmlns="http://soap.sforce.com/2006/04/metadata">
    <cacheControl>Private</cacheControl>
    <contentType>application/octet-stream</contentType>
</StaticResource>
`
  const entries = Array.from({ length: count }, (_, index) => `staticresources/R${index}.resource`).flatMap(
    (path) => [
      { path, content: randomBytes(megabytes * 1024 * 1024) },
      { path: `${path}-meta.xml`, content: Buffer.from(meta) },
    ],
  )
  const path = join(world.folder, 'resources.zip')
  await saveArchive(path, entries)
  await org.admin('POST', `orgs/${org.id}/seed`, { path })
}

test('more bytes than one archive may hold come back whole, in the halves that the org accepts', async () => {
  const { org, connection } = await world.connect()
  await seedResources(org, 11, 4)
  const members = await world.members(connection)
  const { texts, batches, archives } = await world.retrieve(connection, members, {})
  expect([batches, archives]).toEqual([1, 2])
  expect(Object.keys(texts)).toHaveLength(22)
})
