import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { loseFiles } from './testing/lose-files.ts'
import { crashingCommands } from './testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from './testing/flow-world.ts'
import { initializedStack } from './testing/initialized-stack.ts'
import {
  ended,
  environmentOf,
  includeSpecs,
  initialize,
  outputOf,
  submit,
  unasked,
} from './testing/run-job.ts'
import { alpha, beta, car } from './testing/sample-metadata.ts'
import type { WorkingCopy } from './testing/working-copy.ts'

const world = flowWorld()

let flow: FlowStack
let clone: WorkingCopy

/** One stack for all points: what a crash leaves behind would show at the next. */
beforeAll(async () => {
  ;({ flow, clone } = await initializedStack(world, [alpha.edit(), beta.edit(), car.edit()]))
})

const snapshots = async () => (await environmentOf(world.ctx, flow))?.lastSnapshotNumber ?? 0

interface CrashSetup {
  readonly flow?: FlowStack
  /** Runs when one worker is gone and the next has not started. */
  readonly betweenLives?: () => Promise<void>
  readonly settings?: Record<string, unknown>
}

/** Runs a job on a worker that stops dead at the point, and ends it on another. */
async function crashAt(
  point: string,
  jobCommandName: 'FlowIn' | 'FlowOut',
  { flow: stack = flow, betweenLives, settings }: CrashSetup = {},
) {
  const crashing = crashingCommands(point)
  await world.restart(crashing.commands)
  const submitted = { jobCommandName, jobTemplate: { ...unasked(jobCommandName), ...settings } }
  const jobId = await submit(world.ctx, stack, submitted)
  await crashing.reached
  await betweenLives?.()
  await world.restart()
  return await ended(world.ctx, stack, jobId)
}

// Only points after an effect on Git or the org; the long tests of the crash table end a worker at every point.
describe('a flow in whose worker is lost', () => {
  test.each(['retrieve.post', 'commit 1.done', 'merge 1.done', 'push 1.done', 'parity.recorded'])(
    'at %s commits once and records once',
    async (point) => {
      await clone.pull()
      const start = await clone.git('rev-parse', 'HEAD')
      const before = await snapshots()
      await flow.org.edit(alpha.edit(`// ${point}`, 1))
      const job = await crashAt(point, 'FlowIn')
      await clone.pull()
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      expect(await clone.commits(`${start}..`)).toMatchObject([{ files: [alpha.file] }])
      expect(await environmentOf(world.ctx, flow)).toMatchObject({
        lastSnapshotNumber: before + 1,
        latestKnownParityCommitHash: await clone.git('rev-parse', 'HEAD'),
      })
    },
  )
})

describe('a flow out whose worker is lost', () => {
  test.each([
    'check clobber 1.done',
    'deploy.post',
    'deploy 1.done',
    'deploy.id',
    'deployment 1.done',
    'parity.recorded',
  ])('at %s deploys once and records once', async (point) => {
    await clone.pull()
    const before = await snapshots()
    const deployments = (await flow.org.deployments()).length
    const head = await clone.push({ [beta.file]: beta.body(`// ${point}`) })
    const job = await crashAt(point, 'FlowOut')
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await flow.org.deployments()).toHaveLength(deployments + 1)
    expect((await flow.org.text('ApexClass', 'Beta'))?.[beta.path]).toBe(beta.body(`// ${point}`))
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      lastSnapshotNumber: before + 1,
      latestKnownParityCommitHashOutbound: head,
    })
  })
})

describe('a worker on another machine, which has none of the files', () => {
  test.each(['commit 1.recorded', 'merge 1.recorded', 'push 1.recorded'])(
    'goes on after %s with the same commits',
    async (point) => {
      await clone.pull()
      const start = await clone.git('rev-parse', 'HEAD')
      await flow.org.edit(alpha.edit(`// elsewhere ${point}`, 1))
      const job = await crashAt(point, 'FlowIn', { betweenLives: () => loseFiles(world) })
      await clone.pull()
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      expect(await clone.commits(`${start}..`)).toMatchObject([{ files: [alpha.file] }])
    },
  )

  test('goes on with the initialization of a stack after the branch was prepared', async () => {
    const fresh = await world.connect()
    await fresh.org.edit(alpha.edit())
    const crashing = crashingCommands('fetch 1.recorded')
    await world.restart(crashing.commands)
    const jobId = await submit(world.ctx, fresh, {
      jobCommandName: 'InitializeStack',
      jobTemplate: { includeSpecs },
    })
    await crashing.reached
    await loseFiles(world)
    await world.restart()
    expect(await ended(world.ctx, fresh, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
  })

  test.each(['push 1.done', 'parity.recorded'])(
    'tells after %s what was pushed, although the org has changed since',
    async (point) => {
      const own = await world.connect()
      await own.org.edit(alpha.edit())
      await initialize(world.ctx, own)
      await own.org.edit(alpha.edit('// pushed', 1))
      const betweenLives = async () => {
        await loseFiles(world)
        await own.org.edit(beta.edit('// changed since', 1))
        await own.org.edit(alpha.edit('// changed since', 1))
      }
      const settings = { collectRetrievedMetadataArchives: true }
      const job = await crashAt(point, 'FlowIn', { flow: own, betweenLives, settings })
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      const { combinedGitCommitResult, retrieveResult, stats } = await outputOf(world.ctx, own, job.id)
      expect(combinedGitCommitResult?.fileResults).toMatchObject([
        { filePath: alpha.file, changeType: 'Modified' },
      ])
      expect(retrieveResult?.changes).toMatchObject([{ componentName: 'Alpha', changeType: 'Modified' }])
      expect(stats?.in).toMatchObject({ commits: 1, filesCommitted: 1 })
      expect(job.artifacts.map(({ type }) => type).toSorted()).toEqual(['Output', 'RetrievedMetadataArchive'])
    },
  )

  test.each([
    ['Org', 'diff.recorded'],
    ['Org', 'returned'],
    ['History', 'returned'],
  ])('goes on with a flow out by %s after %s, deploys and records once', async (diffMode, point) => {
    await clone.pull()
    const before = await snapshots()
    const deployments = (await flow.org.deployments()).length
    const head = await clone.push({ [beta.file]: beta.body(`// ${diffMode} ${point}`) })
    const job = await crashAt(point, 'FlowOut', {
      betweenLives: () => loseFiles(world),
      settings: { diffMode },
    })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await flow.org.deployments()).toHaveLength(deployments + 1)
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      lastSnapshotNumber: before + 1,
      latestKnownParityCommitHashOutbound: head,
    })
    const { diffResult } = await outputOf(world.ctx, flow, job.id)
    expect(diffResult?.diffCounts).toEqual({ anyChanges: true, added: 0, modified: 1, deleted: 0 })
  })

  test.each(['diff.recorded', 'deploy.id'])('goes on after %s with one deployment', async (point) => {
    await clone.pull()
    const deployments = (await flow.org.deployments()).length
    await clone.push({ [beta.file]: beta.body(`// elsewhere ${point}`) })
    const job = await crashAt(point, 'FlowOut', { betweenLives: () => loseFiles(world) })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await flow.org.deployments()).toHaveLength(deployments + 1)
  })

  test('no folder of an ended job stays behind', async () => {
    expect(await readdir(world.ctx.folders.work).catch(() => [])).toEqual([])
  })
})
