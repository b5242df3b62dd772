import { flowOutResult, type FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { describe, expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { flowOutAll } from '../testing/run-job.ts'
import { alpha, apexClass, beta } from '../testing/sample-metadata.ts'

const world = flowWorld()

const initialized = () => initializedStack(world, [alpha.edit(), beta.edit()])

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

const filesOf = ({ path }: { path: string }) => expect.arrayContaining([`unpackaged/${path}`])

describe('the result of a flow out', { timeout: 240_000 }, () => {
  test('[J-089] raises the flag of what ended it, and no other', async () => {
    for (const { settings, files, raised } of cases) {
      const { flow, clone } = await initialized()
      await clone.push(files)
      const { output } = await flowOutAll(world.ctx, flow, settings)
      const values = Object.fromEntries(flags.map((flag) => [flag, output[flag]]))
      expect(values).toEqual(Object.fromEntries(flags.map((flag) => [flag, raised.includes(flag)])))
      expect(output.isSuccessful).toBe(raised.length === 0)
    }
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
      modified: 1,
      deleted: 1,
      unchanged: 0,
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
      { ...failed, filePaths: filesOf(alpha), isNew: true, failingSinceCommit: expect.any(String) },
    ])
    expect(output.attempts?.[0]?.components).toContainEqual(failed)
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
