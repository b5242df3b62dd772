import { crc32, inflateRawSync } from 'node:zlib'
import { readArchive, sourceOfBytes } from '@sluice/metadata/archive-reader'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { artifact } from '../../platform/database/schema/jobs.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type LargeOrg, fillLargeOrg, largeOrgTypes } from '../testing/large-org.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { staticResource } from '../testing/sample-content.ts'
import { apexClass } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

const counts: LargeOrg = {
  ApexClass: 8_000,
  CustomMetadata: 0,
  CustomObject: 0,
  Layout: 0,
  PermissionSet: 0,
  Profile: 0,
  Report: 0,
  StaticResource: 2_000,
}
const includeSpecs = largeOrgTypes
  .filter((type) => counts[type] > 0)
  .map((type) => `unpackaged/~/${type}`)
  .join('\n')

const inflateRaw = (bytes: Uint8Array) => inflateRawSync(bytes)

/** The paths of all files that the org returned to a job. */
async function returned(jobId: string): Promise<string[]> {
  const archives = await world.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(artifact)
      .where(and(eq(artifact.jobId, jobId), eq(artifact.type, 'RetrievedMetadataArchive'))),
  )
  const paths: string[] = []
  for (const { fileKey } of archives) {
    const source = sourceOfBytes(await world.ctx.artifacts.read(fileKey))
    const files = await readArchive({ source, inflateRaw, crc32: (bytes) => crc32(bytes) })
    paths.push(...files.map(({ path }) => path))
  }
  return paths.map((path) => path.replace(/-meta\.xml$/u, '')).toSorted()
}

test(
  'after 5 changes among 10,000 components a flow in retrieves those, commits those, and touches nothing else',
  { timeout: 20 * 60_000 },
  async () => {
    const { ctx, folder } = world
    const flow = await world.connect()
    await fillLargeOrg(flow.org, folder, counts)
    expect((await initialize(ctx, flow, { includeSpecs })).job.error).toBeNull()
    const clone = await cloneOf(folder, flow)
    const before = await clone.git('rev-parse', 'HEAD')
    const [edited, other, added] = ['Class17', 'Class7999', 'Newcomer'].map(apexClass)
    if (!edited || !other || !added) throw new Error('There are three classes.')
    for (const edit of [
      edited.edit('// edited'),
      other.edit('// edited', 1),
      added.edit(),
      staticResource('R5', 'edited'),
      { type: 'ApexClass', fullName: 'Class4000', delete: true } as const,
    ])
      await flow.org.edit(edit)

    const beganMs = performance.now()
    const { job, output } = await flowInAll(ctx, flow, { collectRetrievedMetadataArchives: true })
    process.stdout.write(`5 of 10,000: ${Math.round(performance.now() - beganMs)} ms\n`)
    expect(job.error).toBeNull()
    expect(output.retrieveResult).toMatchObject({
      isPartialRetrieve: true,
      componentsUnchanged: 9_996,
      fullRetrieveReason: null,
    })
    expect(output.stats?.retrieval.components).toBe(4)
    const paths = ['Class17', 'Class7999', 'Newcomer'].map((name) => `unpackaged/classes/${name}.cls`)
    const resource = 'unpackaged/staticresources/R5.resource'
    expect([...new Set(await returned(job.id))].filter((path) => !path.endsWith('package.xml'))).toEqual([
      ...paths,
      resource,
    ])
    await clone.pull()
    const changed = (await clone.git('diff', '--name-only', '--no-renames', before, 'HEAD')).split('\n')
    expect(changed.map((path) => path.replace('src/', '')).toSorted()).toEqual(
      [
        ...paths,
        'unpackaged/classes/Newcomer.cls-meta.xml',
        'unpackaged/classes/Class4000.cls',
        'unpackaged/classes/Class4000.cls-meta.xml',
        'unpackaged/package.xml',
        resource,
      ].toSorted(),
    )
    expect(await clone.read(edited.file)).toBe(edited.body('// edited'))
  },
)
