import { api } from '@sluice/contract/api'
import { problemDetails } from '@sluice/contract/problem-details'
import { provisionedJob } from '@sluice/contract/jobs'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { findJob } from '../testing/test-jobs.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree
let target: string

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
  const { workspaceId, stackId, environmentId } = tree.ids
  target = newId()
  await app.current.ctx.database.asSystem(async (tx) => {
    await tx.update(stack).set({ isInitialized: true }).where(eq(stack.id, stackId))
    await tx.update(environment).set({ isInitialized: true }).where(eq(environment.id, environmentId))
    const columns = { gitBranchName: 'uat', slug: 'uat', name: 'UAT', isProduction: false }
    await tx.insert(environment).values({ id: target, workspaceId, stackId, isInitialized: true, ...columns })
  })
})

/** Posts a submission as it is, unchecked by a client. */
async function post(jobCommandName: string, jobTemplate: object, { accessToken } = owner): Promise<unknown> {
  const { workspaceId, stackId } = tree.ids
  const path = api.jobs.provision.path.replace(':workspaceId', workspaceId).replace(':stackId', stackId)
  const answer = await app.current.fetch(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jobCommandName, jobTemplate }),
    },
    accessToken,
  )
  return await answer.json()
}

async function refusal(jobCommandName: string, jobTemplate: object): Promise<string[]> {
  const problem = problemDetails.parse(await post(jobCommandName, jobTemplate))
  return (problem.validationErrors ?? []).map(({ description }) => description.replace(/\.$/, ''))
}

async function storedInput(jobCommandName: string, jobTemplate: object) {
  const [result] = provisionedJob.array().parse(await post(jobCommandName, jobTemplate))
  expect(result).toMatchObject({ wasProvisioned: true })
  return (await findJob(app.current.ctx, result?.jobDetails?.id ?? '')).commandInput
}

const into = () => ({ targetEnvironmentFilter: { include: { ids: [target] } } })
const all = { environmentFilter: { include: { all: true } } }

describe('the rules of a flow merge', () => {
  test('[J-278] it needs a source environment', async () => {
    expect(await refusal('FlowMerge', into())).toEqual(['A source environment must be selected'])
  })

  test('[J-279] it has exactly one source environment', async () => {
    const sourceEnvironmentId = [tree.ids.environmentId, target]
    expect(await refusal('FlowMerge', { ...into(), sourceEnvironmentId })).toEqual([
      'Exactly one source environment must be selected',
    ])
    expect(await refusal('FlowMerge', { ...into(), sourceEnvironmentId: [] })).toEqual([
      'A source environment must be selected',
    ])
  })

  test('[J-280] source and target must differ', async () => {
    expect(await refusal('FlowMerge', { ...into(), sourceEnvironmentId: target })).toEqual([
      'The same environment cannot be both source and target',
    ])
  })

  test('[J-281] a check-only merge has one target, or leaves the source flow in out', async () => {
    const sourceEnvironmentId = tree.ids.environmentId
    const others = { targetEnvironmentFilter: { include: { ids: [target, newId()] } } }
    const checked = { ...others, sourceEnvironmentId, checkOnly: true }
    expect(await refusal('FlowMerge', checked)).toEqual([
      'In a check-only flow merge, target must either be limited to a single environment, or the source flow in must be skipped',
    ])
    const one = await storedInput('FlowMerge', { ...into(), sourceEnvironmentId, checkOnly: true })
    expect(one).toMatchObject({ checkOnly: true, noSourceIn: false })
  })

  test('[J-282] its other fields follow the rules of flow in and flow out', async () => {
    const valid = { ...into(), sourceEnvironmentId: tree.ids.environmentId }
    const wrong = [
      { sourceInRetrieveMode: 'Half' },
      { targetInRetrieveMode: 'Half' },
      { sourceInConflictsStrategy: 'Guess' },
      { targetInConflictsStrategy: 'Guess' },
      { targetOutMaxNumberAttempts: 0 },
      { targetOutDiffMode: 'Guess' },
      { targetOutIgnoreWarningsStrategy: 'Often' },
      { targetOutPurgeOnDeleteStrategy: 'Often' },
      { targetOutClobberStrategy: 'Guess' },
      { targetOutTestLevel: 'SomeTests' },
    ]
    for (const field of wrong)
      expect(await refusal('FlowMerge', { ...valid, ...field }), JSON.stringify(field)).toHaveLength(1)
    expect(await refusal('FlowMerge', { ...valid, targetOutTestLevel: 'RunSpecifiedTests' })).toEqual([
      "At least one test class must be specified when using test level 'RunSpecifiedTests'",
    ])
    expect(await refusal('FlowMerge', { ...valid, targetOutTestClassesToRun: ['Quote-Test'] })).toEqual([
      'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon',
    ])
  })
})

describe('the settings of a run of Apex tests', () => {
  test('[J-230] a job is stored with its environment, the tests, the limit and the coverage', async () => {
    const settings = {
      runAllTests: false,
      maxFailedTests: 5,
      noCodeCoverage: true,
      classNames: ['QuoteTest'],
      suiteNames: ['Smoke'],
    }
    const environmentFilter = { include: { ids: [target] } }
    expect(await storedInput('RunApexTests', { environmentFilter, ...settings })).toEqual({
      environmentId: target,
      ...settings,
    })
    expect(await storedInput('RunApexTests', { environmentFilter, runAllTests: true })).toMatchObject({
      runAllTests: true,
      classNames: [],
      suiteNames: [],
    })
  })

  test('[J-284] names of classes and suites are words', async () => {
    expect(await refusal('RunApexTests', { ...all, classNames: ['Quote-Test'] })).toEqual([
      'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon',
    ])
    expect(await refusal('RunApexTests', { ...all, suiteNames: ['Smoke!'] })).toEqual([
      'Test suites must be a set of valid Apex test suite names, separated by whitespace, comma or semicolon',
    ])
  })

  test('[J-285] the limit of failed tests is an optional number', async () => {
    const environmentFilter = { include: { ids: [target] } }
    expect(await storedInput('RunApexTests', { environmentFilter })).toMatchObject({ maxFailedTests: null })
    expect(await storedInput('RunApexTests', { environmentFilter, maxFailedTests: 0 })).toMatchObject({
      maxFailedTests: 0,
    })
    for (const maxFailedTests of [-1, 1.5, '3'])
      expect(await refusal('RunApexTests', { ...all, maxFailedTests })).toHaveLength(1)
  })
})

test('[J-289] a filter by tags has at least one tag', async () => {
  expect(await refusal('FlowIn', { environmentFilter: { include: { ids: [], tags: {} } } })).toContain(
    'At least one tag must be specified',
  )
  const selected = { include: { tags: { stage: 'qa' } } }
  expect(await post('FlowIn', { environmentFilter: selected })).toMatchObject([
    { validationErrors: [{ description: 'No environment matches the filter.' }] },
  ])
})

test('[J-235] a flow in is stored with each of the eight merge conflict strategies, and with no other', async () => {
  const environmentFilter = { include: { ids: [target] } }
  for (const mergeConflictsStrategy of [
    'AskForEach',
    'PreferLocal',
    'PreferRemote',
    'TakeLocalFile',
    'TakeRemoteFile',
    'Abort',
    'Prompt',
    'GitMergetool',
  ])
    expect(await storedInput('FlowIn', { environmentFilter, mergeConflictsStrategy })).toMatchObject({
      mergeConflictsStrategy,
    })
  expect(await refusal('FlowIn', { environmentFilter, mergeConflictsStrategy: 'Guess' })).toHaveLength(1)
})

test('[J-234] a flow in is stored with the retrieve modes Auto, Partial and Full, and with no other', async () => {
  const environmentFilter = { include: { ids: [target] } }
  for (const retrieveMode of ['Auto', 'Partial', 'Full'])
    expect(await storedInput('FlowIn', { environmentFilter, retrieveMode })).toMatchObject({ retrieveMode })
  expect(await refusal('FlowIn', { environmentFilter, retrieveMode: 'Half' })).toHaveLength(1)
})

test('[J-295] a job that its submitter may not start is refused with the operation and the resource', async () => {
  const reader = await app.current.signIn()
  await tree.addMember(reader.userId, 'Reader')
  const results = await post('FlowIn', { environmentFilter: { include: { ids: [target] } } }, reader)
  expect(results).toMatchObject([
    {
      wasProvisioned: false,
      jobDetails: null,
      missingAuthorizationDetails: [{ operation: 'startFlow', resource: 'Environment' }],
    },
  ])
})
