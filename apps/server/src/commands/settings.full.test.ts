import { readFile } from 'node:fs/promises'
import { jobCommandNames } from '@sluice/contract/job-command-name'
import { type JobSubmission, jobCommands, jobSubmission } from '@sluice/contract/job-commands/job-commands'
import { describe, expect, test } from 'vitest'
import { createEnvironmentRows } from './testing/creation-rows.ts'
import { deleteEnvironmentRows } from './testing/deletion-rows.ts'
import { flowMergeRows } from './testing/flow-merge-rows.ts'
import { flowWorld } from './testing/flow-world.ts'
import { excludedRow, excludedWaitRow, previewRows, unaskedForceRow } from './testing/preview-rows.ts'
import { everything, initialize, submit } from './testing/run-job.ts'
import { insertSandboxEnvironment } from './testing/sandbox-environment.ts'
import { runApexTestsRows } from './testing/test-run-rows.ts'
import type { Row, Rows } from './testing/settings-row.ts'
import {
  type Observed,
  type Scenario,
  type Settings,
  flowInBesideWork,
  flowInOfManyDeletions,
  flowInOfFieldsSideBySide,
  flowInOfOldComponents,
  flowInWithConflict,
  flowOutOverChange,
  flowOutThatIsRefused,
  flowOutToSandbox,
  flowOutWithFailures,
  flowOutWithTests,
  initialization,
} from './testing/settings-scenarios.ts'

const world = flowWorld()

const inOrg = (name: string) => (observed: Observed) => observed.inOrg[name]
const attempts = (observed: Observed) => observed.attempts
const artifacts = (observed: Observed) => observed.artifacts
const outcome = (observed: Observed) => observed.outcome

const flowOutRows: Rows<'FlowOut'> = {
  environmentFilter: { selects: true },
  previews: previewRows.flowOut,
  excludedComponents: excludedRow,
  excludedWait: excludedWaitRow,
  checkOnly: {
    scenario: flowOutWithFailures,
    changed: true,
    outcome: (observed) => [observed.inOrg['Beta'], observed.deployments.map((one) => one.CheckOnly)],
    expected: {
      before: ['// in Git', [false, false, false]],
      after: ['// first', [true, true, true]],
    },
  },
  diffMode: {
    scenario: flowOutWithFailures,
    given: { clobberStrategy: 'Accept', acceptDeletions: true },
    changed: 'Org',
    outcome: inOrg('OnlyInOrg'),
    expected: { before: '// first', after: null },
  },
  acceptDeletions: {
    scenario: flowOutWithFailures,
    given: { clobberStrategy: 'Accept', diffMode: 'Org' },
    changed: true,
    outcome: (o) => [o.outcome, o.inOrg['OnlyInOrg']],
    expected: { before: ['Failed', '// first'], after: ['Succeeded', null] },
  },
  allOrNothing: {
    scenario: flowOutWithFailures,
    changed: true,
    outcome: inOrg('Beta'),
    expected: { before: '// in Git', after: '// first' },
  },
  maxNumberAttempts: {
    scenario: flowOutWithFailures,
    changed: 1,
    outcome: attempts,
    expected: { before: 3, after: 1 },
  },
  resetExclusions: {
    scenario: flowOutWithFailures,
    changed: true,
    outcome,
    expected: { before: 'Succeeded', after: 'Failed' },
  },
  noConfirm: {
    scenario: flowOutThatIsRefused,
    changed: true,
    outcome: (observed) => [observed.outcome, observed.inOrg['Alpha']],
    expected: { before: ['Cancelled', '// first'], after: ['Succeeded', '// in Git'] },
  },
  ignoreWarningsStrategy: {
    scenario: flowOutToSandbox,
    changed: 'Never',
    outcome: (observed) => observed.deployments.map((one) => one.IgnoreWarnings),
    expected: { before: [true], after: [false] },
  },
  purgeOnDeleteStrategy: {
    scenario: flowOutToSandbox,
    changed: 'Always',
    outcome: (observed) => observed.deployments.map((one) => one.PurgeOnDelete),
    expected: { before: [false], after: [true] },
  },
  clobberStrategy: {
    scenario: flowOutOverChange,
    changed: 'Accept',
    outcome: (observed) => [observed.outcome, observed.inOrg['Alpha']],
    expected: { before: ['Failed', '// in the org'], after: ['Succeeded', '// in Git'] },
  },
  testLevel: {
    scenario: flowOutWithTests,
    changed: 'RunLocalTests',
    outcome: (observed) => observed.deployments.map((one) => one.NumberTestsTotal),
    expected: { before: [0], after: [3] },
  },
  testClassesToRun: {
    scenario: flowOutWithTests,
    given: { testLevel: 'RunSpecifiedTests', testClassesToRun: ['OneTest'] },
    changed: ['TwoTest'],
    outcome: (observed) => observed.deployments.map((one) => one.NumberTestsTotal),
    expected: { before: [1], after: [2] },
  },
  collectDeploymentDeltaArchives: {
    scenario: flowOutWithFailures,
    changed: false,
    outcome: artifacts,
    expected: {
      before: ['DeploymentDeltaArchive', 'DeploymentDeltaArchive', 'DeploymentDeltaArchive', 'Output'],
      after: ['Output'],
    },
  },
}

const flowInRows: Rows<'FlowIn'> = {
  environmentFilter: { selects: true },
  previews: previewRows.flowIn,
  noConfirm: unaskedForceRow,
  gitCommitMessage: {
    scenario: flowInBesideWork,
    given: { force: true },
    changed: 'Our own words',
    outcome: (observed) => observed.subject,
    expected: { before: 'Change ApexClass Alpha', after: 'Our own words' },
  },
  checkOnly: {
    scenario: flowInBesideWork,
    changed: true,
    outcome: (observed) => observed.inBranch['Alpha'],
    expected: { before: '// in the org', after: '// first' },
  },
  force: {
    scenario: flowInBesideWork,
    changed: true,
    outcome: (observed) => observed.inBranch['Beta'],
    expected: { before: '// in Git', after: '// first' },
  },
  acceptDeletions: {
    scenario: flowInOfManyDeletions,
    changed: true,
    outcome: (o) => [o.outcome, o.files.filter((path) => /Many\d+\.cls$/.test(path)).length],
    expected: { before: ['Failed', 28], after: ['Succeeded', 18] },
  },
  mergeConflictsStrategy: {
    scenario: flowInWithConflict,
    changed: 'TakeRemoteFile',
    outcome: (observed) => [observed.outcome, observed.inBranch['Alpha']],
    expected: { before: ['Failed', '// in Git'], after: ['Succeeded', '// in the org'] },
  },
  semanticMergeStrategy: {
    scenario: flowInOfFieldsSideBySide,
    changed: 'SkipAll',
    outcome,
    expected: { before: 'Succeeded', after: 'Failed' },
  },
  retrieveMode: {
    scenario: flowInOfOldComponents,
    changed: 'Full',
    outcome: (observed) => observed.retrieve,
    expected: {
      before: { unchanged: 2, fullBecause: null },
      after: { unchanged: 0, fullBecause: 'asked' },
    },
  },
  collectRetrievedMetadataArchives: {
    scenario: flowInBesideWork,
    changed: true,
    outcome: artifacts,
    expected: { before: ['Output'], after: ['Output', 'RetrievedMetadataArchive'] },
  },
}

const initializeStackRows: Rows<'InitializeStack'> = {
  productionEnvironmentName: {
    scenario: initialization,
    changed: 'Headquarters',
    outcome: (observed) => observed.environment?.name,
    expected: { before: 'Production', after: 'Headquarters' },
  },
  gitBranchName: {
    scenario: initialization,
    changed: 'trunk',
    outcome: (observed) => observed.environment?.branch,
    expected: { before: 'main', after: 'trunk' },
  },
  includeSpecs: {
    scenario: initialization,
    changed: 'unpackaged/~/ApexClass',
    outcome: (observed) => observed.files.some((path) => path.endsWith('.object')),
    expected: { before: true, after: false },
  },
  collectRetrievedMetadataArchives: {
    scenario: initialization,
    changed: true,
    outcome: artifacts,
    expected: { before: ['Output'], after: ['Output', 'RetrievedMetadataArchive'] },
  },
}

const table = {
  InitializeStack: initializeStackRows,
  CreateEnvironment: createEnvironmentRows,
  FlowIn: flowInRows,
  FlowOut: flowOutRows,
  FlowMerge: flowMergeRows,
  DeleteEnvironment: deleteEnvironmentRows,
  RunApexTests: runApexTestsRows,
} as const
type Submittable = JobSubmission['jobCommandName']
const submittable = jobSubmission.options.map(({ shape }) => shape.jobCommandName.value)
const rowsOf = (name: Submittable): Readonly<Record<string, Row>> => table[name]

/** Each scenario with its unchanged settings runs once, whatever is compared with it. */
const unchanged = new Map<string, Promise<Observed>>()
function runUnchanged(scenario: Scenario, given: Settings): Promise<Observed> {
  const key = `${scenario.name} ${JSON.stringify(given)}`
  const known = unchanged.get(key) ?? scenario(world, given)
  unchanged.set(key, known)
  return known
}

describe('every setting that can be submitted has a row here', () => {
  test('and every command', () => expect(Object.keys(table).toSorted()).toEqual(submittable.toSorted()))
  test.each(submittable)('of %s', (name) => {
    const template = jobCommands[name].template
    expect(Object.keys(rowsOf(name)).toSorted()).toEqual(Object.keys(template.shape).toSorted())
  })
})

test('a command that is not built cannot be submitted', () => {
  const others = jobCommandNames.filter((name) => !submittable.some((one) => one === name))
  const accepted = others.filter(
    (jobCommandName) => jobSubmission.safeParse({ jobCommandName, jobTemplate: {} }).success,
  )
  expect(others.join(' ')).toBe('Onboarding')
  expect(accepted).toEqual([])
})

describe.each(submittable)('%s', (name) => {
  const rows = Object.entries(rowsOf(name))
  const acting = rows.flatMap(([setting, row]) => ('scenario' in row ? [{ setting, ...row }] : []))
  const selecting = rows.flatMap(([setting, row]) => ('selects' in row ? [{ setting }] : []))
  const handedOn = rows.flatMap(([setting, row]) => ('part' in row ? [{ setting, ...row }] : []))
  const idle = rows.flatMap(([setting, row]) => ('withoutEffect' in row ? [{ setting, ...row }] : []))

  test.for(acting)('$setting makes another outcome', async (row) => {
    const given = row.given ?? {}
    const before = row.outcome(await runUnchanged(row.scenario, given))
    const after = row.outcome(await row.scenario(world, { ...given, [row.setting]: row.changed }))
    expect({ before, after }).toEqual(row.expected)
    expect(after).not.toEqual(before)
  })

  test.for(handedOn)('$setting is handed to its part', ({ part, given = {}, ...row }) => {
    const before = part(given)
    const after = part({ ...given, [row.setting]: row.changed })
    expect(after).toEqual({ ...before, [row.as]: row.changed })
    expect(after).not.toEqual(before)
  })

  test.for(selecting)('$setting says which environments get a job', async ({ setting }) => {
    const flow = await world.connect()
    await initialize(world.ctx, flow)
    const sandbox = await insertSandboxEnvironment(world.ctx, flow, { name: 'qa' })
    const source = name === 'FlowMerge' ? { sourceEnvironmentId: sandbox } : {}
    const submitted = (filter: unknown) =>
      submit(world.ctx, flow, { jobCommandName: name, jobTemplate: { ...source, [setting]: filter } })
    expect(await submitted(everything)).toEqual(expect.any(String))
    await expect(submitted({ ...everything, thenExclude: { all: true } })).rejects.toThrow(
      'No environment matches the filter.',
    )
  })

  test.for(idle)('$setting changes nothing, and the README says so', async (row) => {
    const before = await runUnchanged(row.withoutEffect, {})
    expect(await row.withoutEffect(world, { [row.setting]: row.changed })).toEqual(before)
    const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
    const [, departures = ''] = readme.split('## Where Sluice departs from its specification')
    expect(departures).toContain(`\`${row.setting}\``)
  })
})
