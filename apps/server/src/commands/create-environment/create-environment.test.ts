import type { InquiryAnswer } from '@sluice/contract/inquiry'
import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { environment } from '../../platform/database/schema/environments.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { until } from '../../testing/test-jobs.ts'
import { answerInquiry, pendingQuestion } from '../testing/answer-inquiry.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { ended, flowOutAll, jobOf, outputOf, submit } from '../testing/run-job.ts'
import { alpha, apexClass, beta } from '../testing/sample-metadata.ts'
import {
  branchesOf,
  createGroup,
  createSandbox,
  recordsOf,
  sandboxesOf,
} from '../testing/sandbox-environment.ts'
import { sandboxOrg } from '../testing/sandbox-org.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'

const clock = createTestClock()
const world = flowWorld({ clock })

let stack: InitializedStack
beforeAll(async () => {
  stack = await initializedStack(world, [alpha.edit(), beta.edit()])
  await createGroup(stack.flow, 'Builders')
})

let made = 0
const newName = () => `box${made++}`
const group = { sfdcSandboxActivationUserGroupName: 'Builders' }
const start = (name: string, settings: object = group) =>
  submit(world.ctx, stack.flow, {
    jobCommandName: 'CreateEnvironment',
    jobTemplate: { environmentName: name, gitBranchName: `env/${name}`, sfdcSandboxName: name, ...settings },
  })
const endOf = (jobId: string) => ended(world.ctx, stack.flow, jobId)
const creates = async (name: string, settings?: object) => endOf(await start(name, settings))
const inWorkspace = <T>(body: Parameters<typeof world.ctx.database.inWorkspace<T>>[2]) =>
  world.ctx.database.inWorkspace(stack.flow.workspaceId, null, body)
const rowOf = async (name: string) => {
  const [row] = await inWorkspace((tx) => tx.select().from(environment).where(eq(environment.name, name)))
  return row
}
const resultOf = async (jobId: string) =>
  createEnvironmentResult.parse(await outputOf(world.ctx, stack.flow, jobId))
const headOf = async (branch: string) =>
  (await stack.clone.git('ls-remote', 'origin', `refs/heads/${branch}`)).split('\t')[0]

const fault = (kind: string, operation: string) =>
  stack.flow.org.admin<{ id: string }>('POST', 'faults', {
    kind,
    operation,
    org: stack.flow.org.id,
    times: 1,
  })

const questionOf = (jobId: string) => pendingQuestion(world.ctx, stack.flow, jobId)
const answer = (jobId: string, inquiryId: string, given: InquiryAnswer) =>
  answerInquiry(world.ctx, stack.flow, { jobId, inquiryId, answer: given })

const messages = (settings: readonly [string, object][]) =>
  Promise.all(settings.map(async ([name, given]) => (await creates(name, given)).error?.message))

describe('CreateEnvironment', () => {
  test('[S-199] [S-204] makes three environments side by side, of a template, on an existing branch and from another sandbox', async () => {
    const [source, partial, existing, clone] = [newName(), newName(), newName(), newName()]
    expect((await creates(source, { ...group, tags: { stage: 'qa' } })).error).toBeNull()
    const { clone: copy } = stack
    const ownWork = beta.body('// of the source')
    await (await sandboxOrg(stack.flow, source)).edit(beta.edit('// of the source'))
    await copy.git('fetch', '--quiet')
    await copy.git('checkout', '--quiet', '-B', source, `origin/env/${source}`)
    await copy.push({ [beta.file]: ownWork })
    await copy.git('push', '--quiet', 'origin', `HEAD:env/${source}`, `HEAD:env/${existing}`)
    await copy.git('checkout', '--quiet', 'main')
    const [main, work] = [await headOf('main'), await headOf(`env/${source}`)]
    expect(work).not.toBe(main)
    const template = { sfdcSandboxLicenseType: 'Partial', sfdcSandboxTemplateName: 'Recent_Service_Data' }
    const jobs = await Promise.all([
      creates(partial, template),
      creates(existing, { ...group, allowUseExistingBranch: true }),
      creates(clone, { ...group, sourceEnvironmentName: source.toUpperCase() }),
    ])
    expect(jobs.map(({ error }) => error)).toEqual([null, null, null])
    const initialized = { isInitialized: true, isProduction: false, lastSnapshotNumber: 1 }
    const atHead = (head: string | undefined) => ({
      ...initialized,
      latestKnownParityCommitHash: head,
      latestKnownParityCommitHashOutbound: head,
      latestKnownParityIncludeSpecsHash: expect.any(String),
    })
    expect(await rowOf(partial)).toMatchObject({ ...atHead(main), sfdcSandboxName: partial })
    expect(await rowOf(existing)).toMatchObject(atHead(work))
    expect(await rowOf(clone)).toMatchObject(atHead(work))
    expect([await headOf(`env/${partial}`), await headOf(`env/${clone}`)]).toEqual([main, work])
    // The branch was ahead of production, and a copy of the other sandbox has its content from the beginning.
    expect(await (await sandboxOrg(stack.flow, existing)).text('Beta')).toBe(ownWork)
    expect(await (await sandboxOrg(stack.flow, clone)).text('Beta')).toBe(ownWork)
    const changes = await Promise.all(
      jobs.map(async ({ id }) => (await resultOf(id)).outResult?.diffResult.diffCounts),
    )
    expect(changes.map((counts) => counts?.modified)).toEqual([0, 1, 0])
    const results = await Promise.all(jobs.map(({ id }) => resultOf(id)))
    expect(results.map(({ branchWasCreated }) => branchWasCreated)).toEqual([true, false, true])
    // The next flow out compares by history, from the parity that the first one has left.
    const again = await flowOutAll(world.ctx, stack.flow)
    expect(again.job.error).toBeNull()
  })

  test('asks before it deletes in a sandbox that existed, and a second job finishes what the first one left', async () => {
    const name = newName()
    const [kept, gone] = [apexClass('KeptInSandbox'), apexClass('GoneInSandbox')]
    await stack.clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/env/${name}`)
    await createSandbox(stack.flow, name)
    const sandbox = await sandboxOrg(stack.flow, name)
    for (const edit of [kept.edit(), gone.edit(), alpha.edit('// changed in the sandbox')])
      await sandbox.edit(edit)
    const both = { allowUseExistingBranch: true, allowUseExistingSandbox: true }
    const first = await start(name, both)
    const { id: firstInquiry, prompt, subject } = await questionOf(first)
    expect(subject).toBe('FlowOutConfirmDeployment')
    expect(prompt).toMatchObject({
      diffResult: { diffCounts: { added: 0, modified: 1, deleted: 2 } },
      clobberWarningText: 'The sandbox has 2 components that the branch does not have. They will be deleted.',
    })
    await answer(first, firstInquiry, { continue: false })
    expect(await endOf(first)).toMatchObject({ outcome: 'Cancelled', error: null })
    expect(await sandbox.text('Alpha')).toBe(alpha.body('// changed in the sandbox'))
    const left = await rowOf(name)
    expect(left).toMatchObject({ isInitialized: false })

    const second = await start(name, both)
    const identity = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: kept.name }
    await answer(second, (await questionOf(second)).id, { continue: true, excludedComponents: [identity] })
    expect((await endOf(second)).error).toBeNull()
    expect(await sandbox.text('Alpha')).toBe(alpha.body('// first'))
    expect(await sandbox.text(gone.name)).toBeNull()
    expect(await sandbox.text(kept.name)).not.toBeNull()
    expect(await rowOf(name)).toMatchObject({ id: left?.id, isInitialized: true })
    expect(await resultOf(second)).toMatchObject({ sandboxWasCreated: false, branchWasCreated: false })
    expect(await undeployedRows(world.ctx, stack.flow, await rowOf(name))).toMatchObject([
      {
        componentName: kept.name,
        changeType: 'Deleted',
        problems: [{ type: 'Info', description: 'Left out when the deployment was confirmed.' }],
      },
    ])
  })

  test('[S-198] [S-202] makes nothing where a branch or a sandbox exists and nobody has agreed to use it, or a name is wrong', async () => {
    const [branch, sandbox] = [newName(), newName()]
    await stack.clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/env/${branch}`)
    await createSandbox(stack.flow, sandbox)
    const before = [await branchesOf(stack), await sandboxesOf(stack.flow)]
    const partial = { sfdcSandboxLicenseType: 'Partial' }
    expect(
      await messages([
        [branch, group],
        [sandbox, group],
        [newName(), { ...group, gitBranchName: 'env' }],
        [newName(), { ...group, gitBranchName: 'a..b' }],
        [newName(), { sfdcSandboxActivationUserGroupName: 'Nobody' }],
        [newName(), { ...partial, sfdcSandboxTemplateName: 'None' }],
        [newName(), { ...group, sfdcSandboxApexClassName: 'Missing' }],
        [newName(), { allowUseExistingSandbox: true }],
        [newName(), { ...partial, sourceEnvironmentName: 'Production' }],
        [newName(), { ...group, sfdcSandboxLicenseType: 'Full' }],
      ]),
    ).toEqual([
      'You must confirm to use an existing Git branch',
      'You must confirm to use an existing sandbox',
      expect.stringMatching(
        /^Git cannot have the branch env beside the branch env\/\w+\. Choose another name\.$/,
      ),
      expect.stringMatching(/^The branch name a\.\.b /),
      'There is no public group Nobody in the production org.',
      'There is no sandbox template None in the production org.',
      'There is no Apex class Missing in the production org.',
      'Access group must be set with this sandbox license type',
      'Template must be set with this sandbox license type',
      expect.stringMatching(/^Salesforce refused to create the sandbox box\d+\.$/),
    ])
    expect([await branchesOf(stack), await sandboxesOf(stack.flow)]).toEqual(before)
  })

  test('[J-066] [J-072] announces a sandbox that is not finished, and is cancelled after the time', async () => {
    const held = await fault('hold', 'sandbox')
    onTestFinished(() => stack.flow.org.admin('DELETE', `faults/${held.id}`))
    const name = newName()
    const jobId = await start(name)
    const job = () => jobOf(world.ctx, stack.flow, jobId)
    await until(async () => {
      clock.advance(1_000)
      return (await job()).notices.length > 0
    })
    expect((await job()).notices).toMatchObject([
      { subject: 'SandboxAvailabilityDelay', body: { sandboxName: name, remainingTimeout: 24 * 60 } },
    ])
    clock.advance(23 * 3_600_000)
    expect(await job()).toMatchObject({ status: 'Running' })
    clock.advance(2 * 3_600_000)
    expect(await endOf(jobId)).toMatchObject({
      outcome: 'Cancelled',
      error: { message: `The sandbox ${name} was not available until the time to wait was over.` },
    })
    expect(await rowOf(name)).toMatchObject({ isInitialized: false })
  })

  test('fails when the copying stops', async () => {
    await fault('sandboxStops', 'sandbox')
    const name = newName()
    expect((await creates(name)).error?.message).toBe(
      `The sandbox ${name} is not available: Salesforce says Stopped.`,
    )
  })

  // The crash table has every point; at this one the sandbox is ordered and nobody has written that down.
  test('whose worker is lost after the order makes one sandbox', async () => {
    const name = newName()
    const crashing = crashingCommands('create sandbox.done')
    await world.restart(crashing.commands)
    const jobId = await start(name)
    await crashing.reached
    await world.restart()
    expect((await endOf(jobId)).error).toBeNull()
    const records = await recordsOf(stack.flow, `SELECT Id FROM SandboxInfo WHERE SandboxName = '${name}'`)
    expect(records).toHaveLength(1)
    expect(await resultOf(jobId)).toMatchObject({ sandboxWasCreated: true, branchWasCreated: true })
  })
})

/** A job that asks people to sign in, because Salesforce refuses the session. */
async function asking() {
  await fault('insufficientAccess', 'sandboxAuth')
  const name = newName()
  const jobId = await start(name)
  const { id, prompt, subject } = await questionOf(jobId)
  expect(subject).toBe('DeviceCodeChallenge')
  return { name, jobId, inquiryId: id, prompt }
}
const stored = async (inquiryId: string) => {
  const [row] = await inWorkspace((tx) => tx.select().from(inquiry).where(eq(inquiry.id, inquiryId)))
  return row
}

describe('a sandbox that the session of production does not open', () => {
  test('[J-108] is signed in to by a device code, of which a new one is shown when it has expired', async () => {
    const { name, jobId, inquiryId, prompt } = await asking()
    const { username } = await stack.flow.org.session()
    expect(prompt).toMatchObject({ identityUsername: `${username}.${name}` })
    clock.advance(11 * 60_000)
    await until(async () => (await stored(inquiryId))?.prompt['userCode'] !== prompt['userCode'])
    const userCode = (await stored(inquiryId))?.prompt['userCode']
    await stack.flow.org.admin('POST', 'approve-device', {
      userCode,
      org: (await sandboxOrg(stack.flow, name)).id,
    })
    clock.advance(60_000)
    expect((await endOf(jobId)).error).toBeNull()
    expect(await stored(inquiryId)).toMatchObject({
      status: 'Answered',
      answer: { abort: false, wasSuccessful: true },
      answeredByUserId: null,
    })
    expect(await rowOf(name)).toMatchObject({ isInitialized: true, sfdcUsername: `${username}.${name}` })
  })

  test('is refused with a notice when another user signs in', async () => {
    const { name, jobId, prompt } = await asking()
    const other = `${stack.flow.org.users[1]?.username}.${name}`
    const { userCode, identityUsername } = prompt
    await stack.flow.org.admin('POST', 'approve-device', {
      userCode,
      org: (await sandboxOrg(stack.flow, name)).id,
      user: other,
    })
    clock.advance(60_000)
    const { error, notices } = await endOf(jobId)
    expect(error?.message).toContain(`wrong username ${other}`)
    expect(notices.at(-1)).toMatchObject({
      subject: 'OrgAccessUsernameIncorrect',
      body: { actualUsername: other, expectedUsername: identityUsername },
    })
    expect(await rowOf(name)).toMatchObject({ isInitialized: false })
  })

  test('is left alone when people abort, and the job is cancelled', async () => {
    const { name, jobId, inquiryId } = await asking()
    await answer(jobId, inquiryId, { abort: true, wasSuccessful: false })
    expect(await endOf(jobId)).toMatchObject({ outcome: 'Cancelled', error: null })
    expect(await rowOf(name)).toMatchObject({ isInitialized: false })
  })
})
