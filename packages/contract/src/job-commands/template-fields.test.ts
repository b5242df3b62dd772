import { describe, expect, test } from 'vitest'
import { flowInTemplate } from './flow-in.ts'
import { flowOutTemplate } from './flow-out.ts'

const all = { include: { all: true } }
const a = '0190a000-0000-7000-8000-000000000001'
const alpha = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Alpha' }
const parse = (count: number) =>
  flowOutTemplate.safeParse({
    environmentFilter: all,
    excludedComponents: Array.from({ length: count }, () => alpha),
  })

describe('what one job gets', () => {
  test('[J-226] a flow in has the fields of a flow in', () => {
    expect(flowInTemplate.parse({ environmentFilter: all })).toMatchObject({
      environmentFilter: { include: { all: true } },
      gitCommitMessage: null,
      checkOnly: false,
      force: false,
      mergeConflictsStrategy: 'AskForEach',
      semanticMergeStrategy: 'ApplyAll',
      retrieveMode: 'Auto',
      collectRetrievedMetadataArchives: false,
    })
  })
  test('[J-227] a flow out has the fields of a flow out', () => {
    expect(flowOutTemplate.parse({ environmentFilter: all })).toMatchObject({
      environmentFilter: { include: { all: true } },
      checkOnly: false,
      diffMode: 'Auto',
      allOrNothing: false,
      maxNumberAttempts: 5,
      resetExclusions: false,
      noConfirm: false,
      ignoreWarningsStrategy: 'Auto',
      purgeOnDeleteStrategy: 'Never',
      clobberStrategy: 'Auto',
      testLevel: null,
      testClassesToRun: [],
      collectDeploymentDeltaArchives: true,
    })
  })
  test('[J-233] an environment filter has two parts, each with all, ids and tags', () => {
    const part = { all: false, ids: [a], tags: { stage: 'qa', locked: null } }
    const environmentFilter = { include: part, thenExclude: part }
    expect(flowInTemplate.parse({ environmentFilter }).environmentFilter).toEqual(environmentFilter)
    const refused = flowInTemplate.safeParse({ environmentFilter: { include: { ...part, names: [] } } })
    expect(refused.success).toBe(false)
  })
  test.each([
    ['[J-237]', 'diffMode', ['Auto', 'History', 'Org']],
    ['[J-238]', 'ignoreWarningsStrategy', ['Auto', 'Always', 'Never']],
    ['[J-239]', 'purgeOnDeleteStrategy', ['Auto', 'Always', 'Never']],
    ['[J-241]', 'testLevel', [null, 'NoTestRun', 'RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg']],
  ])('%s %s takes its values and no other', (_, field, values) => {
    const given = { environmentFilter: all, testClassesToRun: ['QuoteTest'] }
    for (const value of values)
      expect(flowOutTemplate.safeParse({ ...given, [field]: value }).success).toBe(true)
    expect(flowOutTemplate.safeParse({ ...given, [field]: 'Sometimes' }).success).toBe(false)
  })
  test('[J-236] semanticMergeStrategy takes its values and no other', () => {
    for (const semanticMergeStrategy of ['Auto', 'Prompt', 'ApplyAll', 'SkipAll'])
      expect(flowInTemplate.safeParse({ environmentFilter: all, semanticMergeStrategy }).success).toBe(true)
    const other = { environmentFilter: all, semanticMergeStrategy: 'Sometimes' }
    expect(flowInTemplate.safeParse(other).success).toBe(false)
  })
  test('at most 2,000 components can be left out', () => {
    expect(parse(2_000).success).toBe(true)
    expect(parse(2_001).error?.issues.map(({ message }) => message)).toEqual([
      'At most 2000 components can be left out',
    ])
  })
})
