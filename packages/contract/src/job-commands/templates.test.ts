import { describe, expect, test } from 'vitest'
import { filterEnvironments } from './environment-filter.ts'
import { createEnvironmentTemplate } from './create-environment.ts'
import { flowInTemplate } from './flow-in.ts'
import { flowMergeTemplate } from './flow-merge.ts'
import { flowOutTemplate } from './flow-out.ts'
import { initializeStackTemplate } from './initialize-stack.ts'
import { jobSubmission } from './job-commands.ts'
import { splitNames, testNamesText } from './test-names.ts'

const all = { include: { all: true } }
const [a, b] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message)

describe('flow in', () => {
  test('[J-264] force and partial exclude each other', () => {
    const given = { environmentFilter: all, force: true, retrieveMode: 'Partial' }
    expect(messages(flowInTemplate.safeParse(given))).toContain(
      'Force cannot be combined with partial retrieve mode',
    )
  })
  test.each(['Auto', 'Partial', 'Full'])('takes the retrieve mode %s', (retrieveMode) => {
    expect(flowInTemplate.parse({ environmentFilter: all, retrieveMode })).toMatchObject({ retrieveMode })
  })
  test('[J-288] an environment or a tag must be selected', () => {
    expect(messages(flowInTemplate.safeParse({ environmentFilter: { include: {} } }))).toEqual([
      'At least one environment must be selected',
      'At least one tag must be specified',
    ])
  })
})

describe('flow out', () => {
  test('[J-275] specified tests need classes', () => {
    const given = { environmentFilter: all, testLevel: 'RunSpecifiedTests' }
    expect(messages(flowOutTemplate.safeParse(given))).toEqual([
      "At least one test class must be specified when using test level 'RunSpecifiedTests'",
    ])
  })
})

describe('flow merge', () => {
  const merge = { sourceEnvironmentId: a, targetEnvironmentFilter: { include: { ids: [b] } } }
  test('needs a source', () => {
    const { sourceEnvironmentId: _source, ...given } = merge
    expect(messages(flowMergeTemplate.safeParse(given))).toEqual(['A source environment must be selected'])
  })
  test('needs a target that differs', () => {
    const given = { ...merge, targetEnvironmentFilter: { include: { ids: [a] } } }
    expect(messages(flowMergeTemplate.safeParse(given))).toEqual([
      'The same environment cannot be both source and target',
    ])
  })
  test('a check-only merge into several needs the source flow in skipped', () => {
    const given = { ...merge, checkOnly: true, targetEnvironmentFilter: all }
    expect(messages(flowMergeTemplate.safeParse(given))).toEqual([
      'In a check-only flow merge, target must either be limited to a single environment, or the source flow in must be skipped',
    ])
    expect(flowMergeTemplate.safeParse({ ...given, noSourceIn: true }).success).toBe(true)
    const ofTargets = (...ids: string[]) =>
      flowMergeTemplate.safeParse({ ...given, targetEnvironmentFilter: { include: { ids } } })
    expect(ofTargets(b).success).toBe(true)
    expect(messages(ofTargets(b, '00000000-0000-7000-8000-000000000003'))).toHaveLength(1)
  })
})

describe('initialize stack', () => {
  test('has its defaults and needs include specs', () => {
    expect(initializeStackTemplate.parse({ includeSpecs: '*' })).toMatchObject({
      productionEnvironmentName: 'Production',
      gitBranchName: 'main',
      collectRetrievedMetadataArchives: false,
    })
    expect(initializeStackTemplate.safeParse({ includeSpecs: ' ' }).success).toBe(false)
    expect(initializeStackTemplate.safeParse({ includeSpecs: 'x'.repeat(65_536) }).success).toBe(false)
  })
  test.each(['a b', 'a~b', 'a^b', 'a:b', 'a?b', 'a*b', 'a[b', 'a\\b'])(
    'refuses the branch name %s',
    (gitBranchName) => {
      expect(initializeStackTemplate.safeParse({ includeSpecs: '*', gitBranchName }).success).toBe(false)
    },
  )
})

test('unknown properties of a template are refused', () => {
  const given = { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: all, more: 1 } }
  expect(jobSubmission.safeParse(given).success).toBe(false)
})

test('names of tests are split on white space, commas and semicolons', () => {
  expect(splitNames(' A,B;C\n D ')).toEqual(['A', 'B', 'C', 'D'])
})

test('[J-273] names of tests consist of word characters, with separators between them', () => {
  const message =
    'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon'
  const text = testNamesText('Test classes')
  expect(text.safeParse(' A_1,B;C\n\tD ').success).toBe(true)
  for (const name of ['A-B', 'A.B', 'Ä', 'A/B']) {
    expect(messages(text.safeParse(name))).toEqual([message])
    const given = { environmentFilter: all, testLevel: 'RunSpecifiedTests', testClassesToRun: [name] }
    expect(messages(flowOutTemplate.safeParse(given))).toEqual([message])
  }
  const given = { environmentFilter: all, testLevel: 'RunSpecifiedTests', testClassesToRun: ['A_1', 'B'] }
  expect(flowOutTemplate.safeParse(given).success).toBe(true)
})

describe('the environment filter', () => {
  const environments = [
    { id: a, tags: {} },
    { id: b, tags: { Stage: 'Test', nightly: null } },
  ]
  const none = { all: false, ids: [], tags: {} }
  const ids = (include: Partial<typeof none> & { tags?: Record<string, string | null> }, thenExclude = {}) =>
    filterEnvironments(environments, {
      include: { ...none, ...include },
      thenExclude: { ...none, ...thenExclude },
    }).map((e) => e.id)

  test('includes, then excludes', () => {
    expect(ids({ all: true }, { ids: [a] })).toEqual([b])
  })
  test('tags are compared without case, and all must match', () => {
    expect(ids({ tags: { STAGE: 'test', nightly: null } })).toEqual([b])
    expect(ids({ tags: { stage: 'test', other: null } })).toEqual([])
    expect(ids({ tags: { stage: null } })).toEqual([])
  })
})

describe('create environment', () => {
  const developer = {
    environmentName: 'QA',
    gitBranchName: 'env/QA',
    sfdcSandboxName: 'QA',
    sfdcSandboxActivationUserGroupName: 'Builders',
  }
  const { sfdcSandboxActivationUserGroupName: _group, ...withoutGroup } = developer
  const refusals = (changes: object, base: object = developer) =>
    messages(createEnvironmentTemplate.safeParse({ ...base, ...changes }))

  test('makes a Developer sandbox without extras', () => {
    expect(createEnvironmentTemplate.parse(developer)).toEqual({
      ...developer,
      tags: {},
      sfdcSandboxDescription: null,
      sourceEnvironmentName: null,
      sfdcSandboxLicenseType: 'Developer',
      sfdcSandboxTemplateName: null,
      sfdcSandboxMaxHistoryDays: null,
      sfdcSandboxCopyChatter: null,
      sfdcSandboxApexClassName: null,
      sfdcSandboxFeatures: [],
      allowUseExistingBranch: false,
      allowUseExistingSandbox: false,
      sfdcApiVersionMode: null,
    })
  })
  test.each(['', ...[' ', '~', '^', ':', '?', '*', '[', '\\'].map((character) => `env/a${character}b`)])(
    '[S-196] refuses the branch name %j',
    (gitBranchName) => {
      expect(refusals({ gitBranchName })?.[0]).toBe(
        gitBranchName === '' ? 'Git branch name is required' : 'Git branch name is not in the correct format',
      )
    },
  )
  test.each([
    ['', 'Sandbox name is required'],
    ['qa-1', 'Sandbox name may contain only letters and digits'],
    ['ä', 'Sandbox name may contain only letters and digits'],
  ])('[S-200] refuses the sandbox name %j', (sfdcSandboxName, message) => {
    expect(refusals({ sfdcSandboxName })?.[0]).toBe(message)
  })
  test('[W-392] refuses a sandbox name of eleven characters', () => {
    expect(refusals({ sfdcSandboxName: 'qa12345678' })).toBeUndefined()
    expect(refusals({ sfdcSandboxName: 'qa123456789' })).toEqual([
      'Sandbox name cannot be longer than 10 characters',
    ])
  })
  test('[S-205] refuses a description of more than 2048 characters', () => {
    expect(refusals({ sfdcSandboxDescription: 'x'.repeat(2048) })).toBeUndefined()
    expect(refusals({ sfdcSandboxDescription: 'x'.repeat(2049) })).toEqual([
      'Sandbox description cannot be longer than 2048 characters',
    ])
  })
  test.each([
    ['environmentName', '', 'Environment name is required'],
    ['sfdcSandboxMaxHistoryDays', 7, 'History days must be one of the supported values'],
    ['sfdcSandboxMaxHistoryDays', 10, 'History is copied to Full sandboxes only'],
    ['sfdcSandboxCopyChatter', true, 'Chatter data is copied to Full sandboxes only'],
    ['tags', { 'a b': null }, 'Invalid key in record'],
  ])('refuses a %s of %j', (property, value, message) => {
    expect(refusals({ [property]: value })).toEqual([message])
  })
  test('[S-206] makes one of the four kinds of sandboxes, Developer where none is named', () => {
    for (const sfdcSandboxLicenseType of ['Developer', 'DeveloperPro', 'Partial', 'Full'])
      expect(
        createEnvironmentTemplate.parse({
          ...developer,
          sfdcSandboxLicenseType,
          sfdcSandboxTemplateName: 'Recent',
        }),
      ).toMatchObject({ sfdcSandboxLicenseType })
    expect(createEnvironmentTemplate.parse(developer).sfdcSandboxLicenseType).toBe('Developer')
    expect(refusals({ sfdcSandboxLicenseType: 'Huge' })).toEqual([
      'License type must be one of the supported values',
    ])
  })
  test.each(['Developer', 'DeveloperPro'])('[S-207] needs an access group for a new %s sandbox', (type) => {
    const wanted = { sfdcSandboxLicenseType: type }
    expect(refusals(wanted, withoutGroup)).toEqual([
      'Access group must be set with this sandbox license type',
    ])
    expect(refusals({ ...wanted, allowUseExistingSandbox: true }, withoutGroup)).toBeUndefined()
  })
  test('[S-208] needs a template for a new Partial sandbox, unless another sandbox gives its records', () => {
    const partial = { ...withoutGroup, sfdcSandboxLicenseType: 'Partial' }
    expect(refusals({}, partial)).toEqual(['Template must be set with this sandbox license type'])
    for (const way of [
      { sfdcSandboxTemplateName: 'Recent' },
      { sourceEnvironmentName: 'UAT' },
      { allowUseExistingSandbox: true },
    ])
      expect(refusals(way, partial)).toBeUndefined()
  })
  test('[S-148][S-210] offers additional storage for the two developer licenses only, and not by default', () => {
    const withStorage = { sfdcSandboxFeatures: ['SandboxStorage'] }
    for (const sfdcSandboxLicenseType of ['Developer', 'DeveloperPro']) {
      const wanted = { ...developer, sfdcSandboxLicenseType }
      expect(createEnvironmentTemplate.parse({ ...wanted, ...withStorage })).toMatchObject(withStorage)
      expect(createEnvironmentTemplate.parse(wanted).sfdcSandboxFeatures).toEqual([])
    }
    for (const sfdcSandboxLicenseType of ['Partial', 'Full']) {
      const wanted = { sfdcSandboxLicenseType, sfdcSandboxTemplateName: 'Recent' }
      expect(refusals({ ...wanted, ...withStorage })).toEqual([
        'Additional storage is available for Developer and Developer Pro sandboxes only',
      ])
    }
    expect(refusals({ sfdcSandboxFeatures: ['DataStorage'] })).toHaveLength(1)
  })
})
