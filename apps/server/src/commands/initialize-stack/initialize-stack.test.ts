import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../../git-host/testing/plain-git.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { environmentOf, initialize } from '../testing/run-job.ts'
import { alpha, car } from '../testing/sample-metadata.ts'

const world = flowWorld()

describe('InitializeStack', () => {
  test('brings every included component of the org into the repository', async () => {
    const flow = await world.connect()
    await flow.org.edit(alpha.edit())
    await flow.org.edit(car.edit())
    const { job } = await initialize(world.ctx, flow)
    expect(job.error).toBeNull()
    expect(job.outcome).toBe('Succeeded')
    const clone = await mkdtemp(join(world.folder, 'clone-'))
    await git(world.folder, 'clone', '--quiet', flow.repositoryUrl, clone)
    const files = (await git(clone, 'ls-files')).split('\n')
    expect(files).toEqual([
      '.gitignore',
      '.sluiceinclude',
      'src/.gitattributes',
      'src/unpackaged/classes/Alpha.cls',
      'src/unpackaged/classes/Alpha.cls-meta.xml',
      'src/unpackaged/objects/Car__c.object',
      'src/unpackaged/package.xml',
    ])
    expect(await environmentOf(world.ctx, flow)).toMatchObject({ isInitialized: true, lastSnapshotNumber: 1 })
  })
})
