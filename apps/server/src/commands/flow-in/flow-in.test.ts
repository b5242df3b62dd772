import { describe, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowInAll } from '../testing/run-job.ts'
import { alpha, beta, car } from '../testing/sample-metadata.ts'

const world = flowWorld()

/** `start` is the commit at which org and branch are equal. */
async function initialized() {
  const edits = [alpha.edit(), beta.edit(), car.edit({ Color__c: 20, Doors__c: 2 })]
  const stack = await initializedStack(world, edits)
  return { ...stack, start: await head(stack.flow) }
}

const head = async (flow: FlowStack) =>
  (await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash ?? ''

describe('FlowIn', () => {
  test('[W-011] an edit in the org becomes one commit of its author with that file alone, in the branch of the environment', async () => {
    const { flow, clone, start } = await initialized()
    await flow.org.edit(alpha.edit('// edited', 1))
    const { job } = await flowInAll(world.ctx, flow)
    await clone.pull()
    const [user] = flow.org.users.slice(1)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    const branch = (await environmentOf(world.ctx, flow))?.gitBranchName
    expect(await clone.commits(`${start}..origin/${branch}`)).toMatchObject([
      { author: user?.name, files: [alpha.file], subject: 'Change ApexClass Alpha' },
    ])
    expect(await clone.read(alpha.file)).toBe(alpha.body('// edited'))
  })

  test('[J-084, J-085, J-086, J-093, J-094] the result tells what was retrieved, and each file with its commit and its author', async () => {
    const { flow, clone, start } = await initialized()
    await flow.org.edit(alpha.edit('// edited', 1))
    const { output } = await flowInAll(world.ctx, flow)
    await clone.pull()
    const [, user] = flow.org.users
    const identity = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Alpha' }
    expect(output).toMatchObject({
      isCheckOnly: false,
      headCommitHashBefore: start,
      headCommitHashAfter: await clone.git('rev-parse', 'HEAD'),
      environmentSnapshotAfter: { number: 2, title: expect.stringMatching(/\w/) },
    })
    const positive = expect.toSatisfy((count: unknown) => typeof count === 'number' && count > 0)
    expect(output.stats).toEqual({
      retrieval: { packages: 1, batches: 1, components: positive, bytes: positive, totalTime: positive },
      in: { commitBranches: 1, commits: 1, filesCommitted: 1 },
    })
    expect(output.retrieveResult).toEqual({
      changes: [{ ...identity, changeType: 'Modified', changedById: user?.id, revisionNumber: null }],
      isPartialRetrieve: false,
      componentsUnchanged: 0,
      fullRetrieveReason: 'nothingUnchanged',
      sinceRevisionNumber: null,
      untilRevisionNumber: null,
      latestRevisionNumber: null,
      apiVersion: expect.stringMatching(/^\d+\.0$/),
    })
    expect(output.combinedGitCommitResult?.fileResults).toEqual([
      {
        filePath: alpha.file,
        changeType: 'Modified',
        commitHash: await clone.git('rev-parse', 'HEAD'),
        authorName: user?.name,
        authorEmail: user?.email,
        componentIdentity: identity,
      },
    ])
  })

  test('two authors make two commits, in the order in which they worked, each with a subject of its own', async () => {
    const { flow, clone, start } = await initialized()
    await flow.org.edit(beta.edit('// by the second', 1))
    await flow.org.edit(alpha.edit('// by the first', 0))
    await flowInAll(world.ctx, flow)
    await clone.pull()
    const made = await clone.commits(`${start}..`)
    expect(made.map(({ files, subject }) => [files, subject])).toEqual([
      [[beta.file], 'Change ApexClass Beta'],
      [[alpha.file], 'Change ApexClass Alpha'],
    ])
  })

  test('a component deleted in the org is deleted in the branch, by who deleted it', async () => {
    const { flow, clone, start } = await initialized()
    await flow.org.edit({ user: 1, type: 'ApexClass', fullName: 'Beta', delete: true })
    await flowInAll(world.ctx, flow)
    await clone.pull()
    expect(await clone.commits(`${start}..`)).toMatchObject([{ author: flow.org.users[1]?.name }])
    expect(await clone.files()).not.toContain(beta.file)
  })

  test('nothing changed: nothing is committed, and the flow is still recorded', async () => {
    const { flow, start } = await initialized()
    const { output } = await flowInAll(world.ctx, flow)
    expect(output).toMatchObject({
      headCommitHashBefore: start,
      headCommitHashAfter: start,
      environmentSnapshotAfter: { number: 2 },
    })
  })

  test('check-only gives the whole result and changes neither branch nor environment', async () => {
    const { flow, clone, start } = await initialized()
    const before = await environmentOf(world.ctx, flow)
    await flow.org.edit(alpha.edit('// edited'))
    const { output } = await flowInAll(world.ctx, flow, { checkOnly: true })
    await clone.git('fetch', '--quiet')
    expect(output).toMatchObject({
      isCheckOnly: true,
      retrieveResult: { changes: [{ componentName: 'Alpha' }] },
    })
    expect(await clone.git('rev-parse', 'origin/main')).toBe(start)
    expect(await environmentOf(world.ctx, flow)).toEqual(before)
  })

  test('changes of the org are merged with work that is only in Git', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [beta.file]: beta.body('// in Git') })
    await flow.org.edit(alpha.edit('// in the org'))
    await flowInAll(world.ctx, flow)
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// in the org'))
    expect(await clone.read(beta.file)).toBe(beta.body('// in Git'))
  })

  test('a conflict ends the job, names the files and pushes nothing', async () => {
    const { flow, clone } = await initialized()
    const pushed = await clone.push({ [alpha.file]: alpha.body('// in Git') })
    await flow.org.edit(alpha.edit('// in the org'))
    const { job } = await flowInAll(world.ctx, flow, { mergeConflictsStrategy: 'Abort' })
    await clone.git('fetch', '--quiet')
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: expect.stringContaining(alpha.file) } })
    expect(await clone.git('rev-parse', 'origin/main')).toBe(pushed)
  })

  test('force makes the branch equal the org, on top of its head', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [alpha.file]: alpha.body('// in Git'), 'README.md': 'kept' })
    const { job } = await flowInAll(world.ctx, flow, { force: true, noConfirm: true })
    await clone.pull()
    expect(job.error).toBeNull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
    expect(await clone.read('README.md')).toBe('kept')
  })
})
