import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { environmentCreations, ofBuilders as group } from '../testing/environment-creations.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { flowOutAll, outputOf } from '../testing/run-job.ts'
import { alpha, apexClass, beta } from '../testing/sample-metadata.ts'
import {
  branchesOf,
  branchHeadOf,
  createGroup,
  createSandbox,
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
const ofTemplate = { ...group, sfdcSandboxTemplateName: 'Recent_Service_Data' }

const { start, endOf, creates, rowOf, questionOf, answer } = environmentCreations(world, () => stack.flow)
const resultOf = async (jobId: string) =>
  createEnvironmentResult.parse(await outputOf(world.ctx, stack.flow, jobId))
const headOf = (branch: string) => branchHeadOf(stack, branch)

const messages = (settings: readonly [string, object][]) =>
  Promise.all(settings.map(async ([name, given]) => (await creates(name, given)).error?.message))

describe('CreateEnvironment', () => {
  test('[W-016] [S-199] [S-204] makes three environments side by side, of a template, on an existing branch and from another sandbox', async () => {
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
    const jobs = await Promise.all([
      creates(partial, { ...ofTemplate, sfdcSandboxLicenseType: 'Partial' }),
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
    const ids = [(await rowOf(clone))?.id ?? '']
    const again = await flowOutAll(world.ctx, stack.flow, { environmentFilter: { include: { ids } } })
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
    expect(await endOf(first)).toMatchObject({ outcome: 'Cancelled', error: { details: null } })
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
        problems: [{ type: 'Info', description: 'Excluded by the user.' }],
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
})
