import { gzipSync } from 'node:zlib'
import { and, eq, ne, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobFile, jobStep } from '../../platform/database/schema/job-execution.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { commitWithoutHistory, setBranch } from '../testing/rewrite-branch.ts'
import {
  ended,
  environmentOf,
  flowInAll,
  includeSpecs,
  outputOf,
  submit,
  unasked,
} from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { loseFiles } from '../testing/lose-files.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

let stack: InitializedStack
beforeAll(async () => {
  stack = await initializedStack(world, [alpha.edit(), beta.edit()])
})

/** Stops the worker of a flow in at the point; `meanwhile` runs before another worker continues the job. */
async function flowInThrough(point: string, meanwhile: (jobId: string) => Promise<void>) {
  const crashing = crashingCommands(point)
  await world.restart(crashing.commands)
  const jobTemplate = { ...unasked('FlowIn'), collectRetrievedMetadataArchives: true }
  const jobId = await submit(world.ctx, stack.flow, { jobCommandName: 'FlowIn', jobTemplate })
  await crashing.reached
  await meanwhile(jobId)
  await world.restart()
  return await ended(world.ctx, stack.flow, jobId)
}

const filesOf = (jobId: string) =>
  world.ctx.database.asSystem((tx) =>
    tx.selectDistinct({ folder: jobFile.folder }).from(jobFile).where(eq(jobFile.jobId, jobId)),
  )

describe('a worker on another machine takes up the commits of a flow in', () => {
  test.each(['commit 1.recorded', 'merge 1.done', 'merge 1.recorded', 'push 1.intent'])(
    'after %s, although the org has changed since, and pushes them',
    async (point) => {
      const { flow, clone } = stack
      await clone.pull()
      const start = await clone.push({ 'README.md': point })
      await flow.org.edit(alpha.edit(`// retrieved ${point}`, 1))
      const job = await flowInThrough(point, async (jobId) => {
        expect((await filesOf(jobId)).map(({ folder }) => folder)).toContain('commit 1')
        await loseFiles(world)
        await flow.org.edit(alpha.edit(`// changed since ${point}`, 1))
        await flow.org.edit(beta.edit(`// changed since ${point}`, 1))
      })
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      await clone.pull()
      expect(await clone.read(alpha.file)).toBe(alpha.body(`// retrieved ${point}`))
      expect(await clone.commits(`${start}..`)).toMatchObject([{ files: [alpha.file] }])
      expect(await clone.git('rev-list', '--merges', '--count', `${start}..HEAD`)).toBe('1')
      const { combinedGitCommitResult } = await outputOf(world.ctx, flow, job.id)
      expect(combinedGitCommitResult?.fileResults).toMatchObject([{ changeType: 'Modified' }])
      expect(job.artifacts.map(({ type }) => type).toSorted()).toEqual(['Output', 'RetrievedMetadataArchive'])
      expect(await filesOf(job.id)).toEqual([])
      expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
      await clone.pull()
      expect(await clone.read(alpha.file)).toBe(alpha.body(`// changed since ${point}`))
      expect(await clone.read(beta.file)).toBe(beta.body(`// changed since ${point}`))
    },
  )

  test('and those of an initialization, with the commits that prepare the branch', async () => {
    const fresh = await world.connect()
    await fresh.org.edit(alpha.edit('// retrieved'))
    const crashing = crashingCommands('commit 1.recorded')
    await world.restart(crashing.commands)
    const jobTemplate = { includeSpecs, gitBranchName: 'org' }
    const jobId = await submit(world.ctx, fresh, { jobCommandName: 'InitializeStack', jobTemplate })
    await crashing.reached
    await loseFiles(world)
    await fresh.org.edit(alpha.edit('// changed since', 1))
    await world.restart()
    expect(await ended(world.ctx, fresh, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    const clone = await cloneOf(world.folder, fresh)
    expect(await clone.git('show', `origin/org:${alpha.file}`)).toContain('// retrieved')
  })

  test('unless the history that they stand on is gone: it pushes nothing and says why', async () => {
    const { flow, clone } = stack
    await clone.pull()
    await clone.push({ 'README.md': 'removed' })
    const anew = await commitWithoutHistory(stack)
    await flow.org.edit(alpha.edit('// stands on a removed commit', 1))
    const before = await clone.git('rev-parse', 'HEAD')
    const job = await flowInThrough('commit 1.recorded', async () => {
      await loseFiles(world)
      await setBranch(world, stack, { branch: 'main', commit: anew })
    })
    await setBranch(world, stack, { branch: 'main', commit: before })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { message: 'The history of a branch was rewritten while the job ran.' },
    })
  })
})

/** Turns what the job has recorded into what the release before recorded: two steps, no commits, fewer fields. */
async function recordAsBefore(jobId: string): Promise<void> {
  await world.ctx.database.asSystem(async (tx) => {
    const at = and(eq(jobStep.jobId, jobId), eq(jobStep.name, 'commit 1'))
    const [step] = await tx
      .select({ workspaceId: jobStep.workspaceId, tip: sql<string>`${jobStep.result} -> 'value' ->> 'tip'` })
      .from(jobStep)
      .where(at)
    const { workspaceId = '', tip } = step ?? {}
    const fewer = sql`${jobStep.result}::jsonb #- '{value,batches}' #- '{value,components}' #- '{value,bytes}' #- '{value,unchanged}' #- '{value,deletions}'`
    await tx.update(jobStep).set({ result: fewer }).where(at)
    await tx.delete(jobFile).where(and(eq(jobFile.jobId, jobId), eq(jobFile.name, 'commits.pack')))
    await tx
      .update(jobFile)
      .set({ folder: 'keep commits 1' })
      .where(and(eq(jobFile.jobId, jobId), eq(jobFile.folder, 'commit 1'), ne(jobFile.name, 'commits.pack')))
    const content = gzipSync(JSON.stringify({ tip, batches: 7, components: 8, bytes: 9 }))
    const record = { folder: 'keep commits 1', name: 'org-commits.json', piece: 0, content }
    await tx.insert(jobFile).values({ workspaceId, jobId, ...record })
  })
}

describe('a flow in that an earlier release began', () => {
  test.each([
    ['commit 1.recorded', 'has its files'],
    ['push 1.recorded', 'has none of its files'],
  ])('and left after %s to a worker that %s ends with its result', async (point, files) => {
    const { flow, clone } = stack
    await clone.pull()
    await flow.org.edit(alpha.edit(`// ${point}`, 1))
    const job = await flowInThrough(point, async (jobId) => {
      await recordAsBefore(jobId)
      if (files === 'has none of its files') await loseFiles(world)
    })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body(`// ${point}`))
    const { combinedGitCommitResult, stats } = await outputOf(world.ctx, flow, job.id)
    expect(combinedGitCommitResult?.fileResults).toMatchObject([{ changeType: 'Modified' }])
    expect(stats).toMatchObject({ retrieval: { batches: 7, components: 8, bytes: 9 } })
  })

  test.each(['commit 1.recorded', 'push 1.intent'])(
    'and left after %s to a worker that has none of its files fails, says that nothing was pushed, and the next one brings all',
    async (point) => {
      const { flow, clone } = stack
      await clone.pull()
      const before = await clone.git('rev-parse', 'HEAD')
      const parity = (await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash
      await flow.org.edit(alpha.edit(`// lost ${point}`, 1))
      const job = await flowInThrough(point, async (jobId) => {
        await recordAsBefore(jobId)
        await loseFiles(world)
      })
      expect(job).toMatchObject({
        outcome: 'Failed',
        error: {
          message:
            'The commits of the job are on the machine that began it, and were not kept for another one.',
          details: 'The job has pushed nothing. Run it again: it retrieves the org as it is now.',
        },
      })
      await clone.pull()
      expect(await clone.git('rev-parse', 'HEAD')).toBe(before)
      expect((await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash).toBe(parity)
      expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
      await clone.pull()
      expect(await clone.read(alpha.file)).toBe(alpha.body(`// lost ${point}`))
    },
  )

  test('and that has kept nothing of what it found fails and says so', async () => {
    const { flow } = stack
    await flow.org.edit(alpha.edit('// kept nowhere', 1))
    const job = await flowInThrough('commit 1.recorded', async (jobId) => {
      await world.ctx.database.asSystem((tx) => tx.delete(jobFile).where(eq(jobFile.jobId, jobId)))
    })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: 'An earlier release of Sluice began the job and did not keep what it found in the org.',
        details: expect.stringContaining('Run the job again'),
      },
    })
    expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  })
})
