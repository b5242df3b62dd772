import { flowOutResult, type FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { describe, expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { flowOutAll, initialize } from '../testing/run-job.ts'
import { alpha, apexClass, beta } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

const still = apexClass('Still')
const initialized = () => initializedStack(world, [alpha.edit(), beta.edit(), still.edit()])

const broken = (one: typeof alpha) => ({ [one.file]: one.body('void broken( {') })
const added = (one: typeof alpha, line: string) => ({
  [one.file]: one.body(line),
  [`${one.file}-meta.xml`]: one.meta,
})
const [gamma, user, failing] = [apexClass('Gamma'), apexClass('User'), apexClass('FailingTest')]
/** Beta can be deployed, Gamma can never be, and User fails only where Gamma is left out. */
const chain = {
  [beta.file]: beta.body('// in Git'),
  ...added(gamma, 'Object one = new Missing();'),
  ...added(user, 'Object one = new Gamma();'),
}
const failingTest = {
  [failing.file]:
    '@IsTest\nprivate class FailingTest {\n  @IsTest static void fails() { System.assert(false); }\n}\n',
  [`${failing.file}-meta.xml`]: failing.meta,
}

const flags = [
  'reachedMaximumNumberAttempts',
  'reachedOnlyFailures',
  'reachedRepeatedState',
  'allOrNothingAttemptFailed',
  'lastAttemptFailed',
] as const satisfies readonly (keyof FlowOutResult)[]

interface Case {
  readonly settings: Record<string, unknown>
  readonly files: Record<string, string>
  readonly raised: readonly (typeof flags)[number][]
}

const cases: readonly Case[] = [
  { settings: {}, files: { [beta.file]: beta.body('// in Git') }, raised: [] },
  { settings: { maxNumberAttempts: 1 }, files: chain, raised: ['reachedMaximumNumberAttempts'] },
  { settings: {}, files: broken(alpha), raised: ['reachedOnlyFailures'] },
  { settings: { resetExclusions: true }, files: chain, raised: ['reachedRepeatedState'] },
  { settings: { allOrNothing: true }, files: chain, raised: ['allOrNothingAttemptFailed'] },
  { settings: { testLevel: 'RunLocalTests' }, files: failingTest, raised: ['lastAttemptFailed'] },
]

const named = (componentName: string) => expect.objectContaining({ componentName })

/** The difference of an attempt that offered components with these names. */
function offered(names: { added?: string[]; modified?: string[]; deleted?: string[] }) {
  const of = (kind: keyof typeof names) => names[kind] ?? []
  const [newOnes, changed, removed] = [of('added'), of('modified'), of('deleted')]
  return {
    diffCounts: {
      anyChanges: true,
      added: newOnes.length,
      modified: changed.length,
      deleted: removed.length,
    },
    packageDiffResults: [
      {
        packageName: 'unpackaged',
        added: newOnes.map(named),
        modified: changed.map(named),
        deleted: removed.map(named),
      },
    ],
  }
}

const filesOf = ({ path }: { path: string }) => expect.arrayContaining([`unpackaged/${path}`])

describe('the result of a flow out', () => {
  test('[J-089] raises the flag of what ended it, and no other', async () => {
    const stopped: string[] = []
    for (const { settings, files, raised } of cases) {
      const { flow, clone } = await initialized()
      await clone.push(files)
      const { output } = await flowOutAll(world.ctx, flow, settings)
      const values = Object.fromEntries(flags.map((flag) => [flag, output[flag]]))
      expect(values).toEqual(Object.fromEntries(flags.map((flag) => [flag, raised.includes(flag)])))
      expect(output.isSuccessful).toBe(raised.length === 0)
      // What was offered in vain is neither added nor modified.
      const { stats } = flowOutResult.parse(output)
      expect(stats.added + stats.modified + stats.deleted).toBe(stats.succeeded)
      expect(stats.succeeded).toBe(raised.length === 0 ? 1 : 0)
      const isStopped = raised.includes('lastAttemptFailed')
      if (isStopped) stopped.push(...(output.notDeployed ?? []).map(({ componentName }) => componentName))
    }
    expect(stopped).toEqual(['FailingTest'])
  })

  test('[J-088] says of each attempt what was wrong with all of it, with files and with tests, its API version and what it offered', async () => {
    const { flow, clone } = await initialized()
    await flow.org.admin('POST', 'faults', { kind: 'lockRow', operation: 'deploy' })
    await clone.push(failingTest)
    const { output } = await flowOutAll(world.ctx, flow, { testLevel: 'RunLocalTests' })
    const attempt = {
      fileFailures: [],
      apiVersion: expect.stringMatching(/^\d+\.0$/),
      diffResult: offered({ added: ['FailingTest'] }),
    }
    expect(output.attempts).toMatchObject([
      {
        ...attempt,
        errorStatusCode: 'UNABLE_TO_LOCK_ROW',
        errorMessage: expect.stringContaining('unable to obtain exclusive access'),
        apexTestRun: null,
      },
      { ...attempt, errorStatusCode: null, apexTestRun: { hasFailedTests: true } },
    ])

    const unknown = 'src/unpackaged/accountingModelConfigs/One.accountingModelConfig'
    const other = await world.connect()
    const includeSpecs = 'unpackaged/~/AccountingModelConfig'
    expect((await initialize(world.ctx, other, { includeSpecs })).job.error).toBeNull()
    const otherClone = await cloneOf(world.folder, other)
    await otherClone.push({
      [unknown]: '<?xml version="1.0" encoding="UTF-8"?>\n<AccountingModelConfig/>\n',
    })
    const { output: second } = await flowOutAll(world.ctx, other)
    expect(second.attempts?.[0]).toMatchObject({
      fileFailures: [
        {
          type: 'Error',
          description: expect.stringContaining('AccountingModelConfig'),
          archiveFilePath: expect.stringMatching(/package\.xml$/),
        },
      ],
      diffResult: offered({ added: ['One'] }),
    })
  })

  test('[J-087] [J-091] [J-095] says of each component what it is, what happened to it and what was wrong, and counts them', async () => {
    const { flow, clone } = await initialized()
    const since = await clone.git('rev-parse', 'origin/main')
    await clone.push({
      ...broken(alpha),
      ...added(gamma, '// new'),
      [beta.file]: null,
      [`${beta.file}-meta.xml`]: null,
    })
    const { output } = await flowOutAll(world.ctx, flow)
    expect(flowOutResult.parse(output).stats).toEqual({
      added: 1,
      // Alpha was offered and refused.
      modified: 0,
      deleted: 1,
      unchanged: 1,
      // One file of Alpha changed, and both of Beta and Gamma went and came.
      items: 5,
      attempts: 2,
      succeeded: 2,
      failed: 1,
      totalComponents: 3,
    })
    const identity = { packageName: 'unpackaged', componentType: 'ApexClass' }
    const id = expect.stringMatching(/^01p\w+$/)
    const failed = {
      ...identity,
      componentName: 'Alpha',
      changeType: 'Modified',
      componentId: null,
      problems: [
        {
          type: 'Error',
          description: expect.stringMatching(/\w+/),
          archiveFilePath: `unpackaged/${alpha.path}`,
          line: 2,
          column: expect.any(Number),
        },
      ],
    }
    expect(output.failures).toEqual([
      {
        ...failed,
        reason: 'DeploymentProblems',
        filePaths: filesOf(alpha),
        isNew: true,
        failingSinceCommit: expect.any(String),
      },
    ])
    expect(output.attempts?.[0]?.components).toContainEqual(failed)
    const others = { added: ['Gamma'], deleted: ['Beta'] }
    expect(output.attempts?.map(({ diffResult }) => diffResult)).toEqual([
      offered({ ...others, modified: ['Alpha'] }),
      offered(others),
    ])
    expect(output).toMatchObject({
      isSuccessful: true,
      isCheckOnly: false,
      excludedComponents: [],
      confirmedClobber: [],
      potentialClobber: [],
      newChanges: { sinceCommitHash: since, untilCommitHash: await clone.git('rev-parse', 'origin/main') },
      environmentSnapshot: { number: 2, title: expect.stringMatching(/^Flow out/) },
    })
    expect(output.successes?.toSorted((a, b) => a.componentName.localeCompare(b.componentName))).toEqual([
      {
        ...identity,
        componentName: 'Beta',
        changeType: 'Deleted',
        componentId: id,
        problems: [],
        filePaths: filesOf(beta),
      },
      {
        ...identity,
        componentName: 'Gamma',
        changeType: 'Added',
        componentId: id,
        problems: [],
        filePaths: filesOf(gamma),
      },
    ])
  })
})
