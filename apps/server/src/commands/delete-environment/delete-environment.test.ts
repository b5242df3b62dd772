import { deleteEnvironmentResult } from '@sluice/contract/job-commands/delete-environment'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { git } from '../../git-host/testing/plain-git.ts'
import { insertJob } from '../../jobs/job-store.ts'
import { auditEvent } from '../../platform/database/schema/audit.ts'
import { environment, environmentTag } from '../../platform/database/schema/environments.ts'
import { jobStep } from '../../platform/database/schema/job-execution.ts'
import { managedRepository } from '../../platform/database/schema/stacks.ts'
import { findJob, until } from '../../testing/test-jobs.ts'
import { crashingCommands, pausingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { cancelJob, ended, outputOf, submit } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { addSandboxEnvironment, branchesOf, sandboxesOf } from '../testing/sandbox-environment.ts'

const world = flowWorld()

let stack: InitializedStack
beforeAll(async () => {
  stack = await initializedStack(world, [alpha.edit()])
})

let made = 0
/** A sandbox environment of its own for a test. */
async function sandboxEnvironment() {
  const name = `sandbox${made++}`
  return { name, id: await addSandboxEnvironment(world.ctx, stack, { name }) }
}

const both = { deleteGitBranch: true, deleteSandbox: true }
const deletionOf = (id: string, settings: object = {}) => ({
  jobCommandName: 'DeleteEnvironment' as const,
  jobTemplate: { environmentFilter: { include: { ids: [id] } }, ...settings },
})
const submitDeletion = (id: string, settings: object = {}) =>
  submit(world.ctx, stack.flow, deletionOf(id, settings))
const endOf = (jobId: string) => ended(world.ctx, stack.flow, jobId)
const deletes = async (id: string, settings: object = {}) => endOf(await submitDeletion(id, settings))
const inWorkspace = <T>(body: Parameters<typeof world.ctx.database.inWorkspace<T>>[2]) =>
  world.ctx.database.inWorkspace(stack.flow.workspaceId, null, body)
const resultOf = async (jobId: string) =>
  deleteEnvironmentResult.parse(await outputOf(world.ctx, stack.flow, jobId))

/** What there still is of an environment of `sandboxEnvironment`. */
const leftOf = async ({ id, name }: { id: string; name: string }) => ({
  environment: (await inWorkspace((tx) => tx.$count(environment, eq(environment.id, id)))) === 1,
  branch: (await branchesOf(stack)).includes(`env/${name}`),
  sandbox: (await sandboxesOf(stack.flow)).includes(name),
})

/** The worker stops at the point until it is released. */
async function pauseAt(point: string) {
  const pausing = pausingCommands(point)
  await world.restart(pausing.commands)
  onTestFinished(() => world.restart())
  return pausing
}

describe('DeleteEnvironment', () => {
  test.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])(
    '[W-017] [J-231] deletes the environments of the filter, their branch: %s, their sandbox: %s, and nothing else',
    async (deleteGitBranch, deleteSandbox) => {
      const target = await sandboxEnvironment()
      const other = await sandboxEnvironment()
      const job = await deletes(target.id, { deleteGitBranch, deleteSandbox })
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      expect(await leftOf(target)).toEqual({
        environment: false,
        branch: !deleteGitBranch,
        sandbox: !deleteSandbox,
      })
      expect(await leftOf(other)).toEqual({ environment: true, branch: true, sandbox: true })
      expect(await branchesOf(stack)).toContain('main')
      expect(await resultOf(job.id)).toEqual({
        gitBranchName: `env/${target.name}`,
        gitBranchWasDeleted: deleteGitBranch,
        sfdcSandboxName: target.name,
        sandboxWasDeleted: deleteSandbox,
      })
    },
  )

  test('removes what is stored of the environment, and writes down who deleted it', async () => {
    const target = await sandboxEnvironment()
    const { workspaceId, userId } = stack.flow
    await inWorkspace((tx) =>
      tx.insert(environmentTag).values({ workspaceId, environmentId: target.id, name: 'stage', value: 'qa' }),
    )
    const job = await deletes(target.id)
    const tags = await inWorkspace((tx) =>
      tx.$count(environmentTag, eq(environmentTag.environmentId, target.id)),
    )
    expect(tags).toBe(0)
    const audited = await world.ctx.database.asSystem((tx) =>
      tx.select().from(auditEvent).where(eq(auditEvent.subjectId, target.id)),
    )
    expect(audited).toMatchObject([
      {
        action: 'environment.deleted',
        actorUserId: userId,
        details: { name: target.name, jobId: job.id },
      },
    ])
  })

  test('goes on where somebody else has deleted the branch and the sandbox before', async () => {
    const target = await sandboxEnvironment()
    const first = await sandboxEnvironment()
    await inWorkspace((tx) =>
      tx
        .update(environment)
        .set({ gitBranchName: 'env/gone', sfdcSandboxName: 'gone' })
        .where(eq(environment.id, target.id)),
    )
    const job = await deletes(target.id, both)
    expect(job.error).toBeNull()
    expect(await resultOf(job.id)).toMatchObject({ gitBranchWasDeleted: false, sandboxWasDeleted: false })
    expect(await leftOf(target)).toEqual({ environment: false, branch: true, sandbox: true })
    expect(await leftOf(first)).toEqual({ environment: true, branch: true, sandbox: true })
  })

  test('never deletes the production environment, whoever made the job', async () => {
    const { workspaceId, stackId, userId } = stack.flow
    const [production] = await inWorkspace((tx) =>
      tx.select().from(environment).where(eq(environment.isProduction, true)),
    )
    const environmentId = production?.id ?? ''
    const jobId = await inWorkspace(async (tx) => {
      const id = await insertJob(tx, {
        workspaceId,
        stackId,
        commandName: 'DeleteEnvironment',
        commandInput: { environmentId, environmentName: 'Production', ...both },
        isCheckOnly: false,
        createdByUserId: userId,
        schedule: null,
        environments: [{ environmentId, role: 'Target' }],
      })
      await world.ctx.jobs.enqueue(tx, { jobId: id, workspaceId })
      return id
    })
    expect(await endOf(jobId)).toMatchObject({
      outcome: 'Failed',
      error: {
        message: 'The production environment is a required component of the stack and cannot be deleted.',
      },
    })
    expect(await inWorkspace((tx) => tx.$count(environment, eq(environment.id, environmentId)))).toBe(1)
    expect(await branchesOf(stack)).toContain('main')
  })
})

describe('a deletion that is refused', () => {
  test('by Salesforce leaves sandbox, branch and environment, and can be run again', async () => {
    const target = await sandboxEnvironment()
    const { org } = stack.flow
    await org.admin('POST', 'faults', {
      kind: 'insufficientAccess',
      operation: 'deleteSandbox',
      org: org.id,
      times: 1,
    })
    const job = await deletes(target.id, both)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: `Salesforce refused to delete the sandbox ${target.name}. Nothing was deleted.`,
        details: expect.stringContaining('INSUFFICIENT_ACCESS'),
      },
    })
    expect(await leftOf(target)).toEqual({ environment: true, branch: true, sandbox: true })
    expect((await deletes(target.id, both)).error).toBeNull()
    expect(await leftOf(target)).toEqual({ environment: false, branch: false, sandbox: false })
  })

  test('because the branch is the default one deletes nothing', async () => {
    const target = await sandboxEnvironment()
    const [repository] = await inWorkspace((tx) =>
      tx.select().from(managedRepository).where(eq(managedRepository.stackId, stack.flow.stackId)),
    )
    const gitDir = join(world.ctx.folders.repositories, repository?.folder ?? '')
    await git(gitDir, 'symbolic-ref', 'HEAD', `refs/heads/env/${target.name}`)
    const job = await deletes(target.id, both)
    await git(gitDir, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    expect(job.error?.message).toContain(
      `The branch env/${target.name} is the default branch of the repository and cannot be deleted. Nothing was deleted.`,
    )
    expect(await leftOf(target)).toEqual({ environment: true, branch: true, sandbox: true })
  })

  test('because somebody pushed to the branch meanwhile leaves the new commit, and says that the sandbox is gone', async () => {
    const target = await sandboxEnvironment()
    const pausing = await pauseAt('find branch.recorded')
    const jobId = await submitDeletion(target.id, both)
    await pausing.reached
    const { clone } = stack
    await clone.git('checkout', '--quiet', '-b', target.name, `HEAD`)
    await clone.git('commit', '--quiet', '--allow-empty', '-m', 'Pushed meanwhile')
    await clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/env/${target.name}`)
    const pushed = await clone.git('rev-parse', 'HEAD')
    await clone.git('checkout', '--quiet', 'main')
    pausing.release()
    expect((await endOf(jobId)).error?.message).toBe(
      `Somebody pushed to the branch env/${target.name} while the job was running, so the branch was not deleted. The sandbox ${target.name} was deleted; the environment is still there.`,
    )
    expect(await leftOf(target)).toEqual({ environment: true, branch: true, sandbox: false })
    expect(await clone.git('ls-remote', 'origin', `refs/heads/env/${target.name}`)).toContain(pushed)
  })
})

describe('a deletion that is disturbed', () => {
  test('by a lost answer of Salesforce finds out that the sandbox is gone', async () => {
    const target = await sandboxEnvironment()
    const { org } = stack.flow
    await org.admin('POST', 'faults', {
      kind: 'lostReply',
      operation: 'deleteSandbox',
      org: org.id,
      times: 1,
    })
    const job = await deletes(target.id, { deleteSandbox: true })
    expect(job.error).toBeNull()
    expect(await resultOf(job.id)).toMatchObject({ sandboxWasDeleted: true })
    expect(await leftOf(target)).toEqual({ environment: false, branch: true, sandbox: false })
  })

  // The crash table has every point; these are the effects.
  test.each(['delete sandbox.done', 'delete branch.done', 'delete environment.recorded'])(
    'by a worker that is lost at %s deletes everything once',
    async (point) => {
      const target = await sandboxEnvironment()
      const crashing = crashingCommands(point)
      await world.restart(crashing.commands)
      const jobId = await submitDeletion(target.id, both)
      await crashing.reached
      await world.restart()
      expect(await endOf(jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
      expect(await leftOf(target)).toEqual({ environment: false, branch: false, sandbox: false })
      expect(await resultOf(jobId)).toMatchObject({ gitBranchWasDeleted: true, sandboxWasDeleted: true })
    },
  )

  test('by a cancellation after the sandbox is gone still deletes the rest', async () => {
    const target = await sandboxEnvironment()
    const pausing = await pauseAt('delete sandbox.done')
    const jobId = await submitDeletion(target.id, both)
    await pausing.reached
    await cancelJob(world.ctx, stack.flow, jobId)
    pausing.release()
    expect(await endOf(jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await leftOf(target)).toEqual({ environment: false, branch: false, sandbox: false })
  })
})

test('a flow that waits for the environment is woken by its deletion and ends', async () => {
  const target = await sandboxEnvironment()
  const pausing = await pauseAt('delete environment.before')
  const deletion = await submitDeletion(target.id)
  await pausing.reached
  const flow = await submit(world.ctx, stack.flow, { ...deletionOf(target.id), jobCommandName: 'FlowIn' })
  // If the deletion ended before the flow waited for the lock, the flow would not have to be woken.
  await until(async () => (await findJob(world.ctx, flow)).waitingTopic === 'lock')
  pausing.release()
  await endOf(deletion)
  const waited = await endOf(flow)
  expect(waited).toMatchObject({
    outcome: 'Failed',
    error: { message: 'The environment no longer exists.' },
  })
  const waits = await inWorkspace((tx) =>
    tx
      .select({ result: jobStep.result })
      .from(jobStep)
      .where(and(eq(jobStep.jobId, flow), eq(jobStep.kind, 'Wait'))),
  )
  // A wait that reaches its limit of 30 seconds records null instead of a message.
  expect(waits).toContainEqual({ result: { value: { message: null } } })
})

test('a branch with a change that no other branch has is deleted too', async () => {
  const target = await sandboxEnvironment()
  const { clone } = stack
  await clone.git('checkout', '--quiet', '-b', `work-${target.name}`)
  await clone.push({ [beta.file]: beta.body('// only here') })
  await clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/env/${target.name}`)
  await clone.git('checkout', '--quiet', 'main')
  expect((await deletes(target.id, { deleteGitBranch: true })).error).toBeNull()
  expect(await leftOf(target)).toMatchObject({ environment: false, branch: false })
})
