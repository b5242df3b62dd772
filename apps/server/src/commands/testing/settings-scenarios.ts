import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { type RecordedDeployment, deploymentsOf } from './recorded-deployments.ts'
import { aged } from './aged.ts'
import { endedOrRefused } from './answer-inquiry.ts'
import {
  type Finished,
  environmentOf,
  everything,
  includeSpecs,
  initialize,
  outputOf,
  submit,
  unasked,
} from './run-job.ts'
import { alpha, apexClass, beta, car } from './sample-metadata.ts'
import { branchesOf, sandboxesOf } from './sandbox-environment.ts'
import { turnIntoSandbox } from './turn-into-sandbox.ts'
import { type WorkingCopy, cloneOf } from './working-copy.ts'

/** The settings of a template, without its environment filter. */
export type Settings = Readonly<Record<string, unknown>>

/** What a person can see of a finished job, in the product, in the org and in the repository. */
export interface Observed {
  readonly outcome: string | null
  readonly attempts: number | null
  readonly artifacts: readonly string[]
  /** Subjects of the remarks on the timeline. */
  readonly notices: readonly string[]
  /** How many components a flow in left out as unchanged, and why it left out none. */
  readonly retrieve: { readonly unchanged: number; readonly fullBecause: string | null } | null
  readonly environment: { readonly name: string; readonly branch: string } | null
  /** Subject of the newest commit, and the files of the branch. */
  readonly subject: string
  readonly files: readonly string[]
  /** Branches of the repository, and sandboxes of the org. */
  readonly branches: readonly string[]
  readonly sandboxes: readonly string[]
  /** Bodies of classes: in the org, and in the branch. */
  readonly inOrg: Readonly<Record<string, string | null>>
  readonly inBranch: Readonly<Record<string, string | null>>
  /** What the org recorded of each deployment, in the order in which they came. */
  readonly deployments: readonly RecordedDeployment[]
  /** Of jobs that create an environment only. */
  readonly creation: Creation | null
  /** Of runs of Apex tests only: what the org was asked to run, and how many methods ran. */
  readonly tests: TestsInOrg | null
  /** Of flow merges only: what the target org was asked. */
  readonly merge: readonly ('validated' | 'deployed')[]
}

export const nothingObserved: Observed = {
  outcome: null,
  attempts: null,
  artifacts: [],
  notices: [],
  retrieve: null,
  environment: null,
  subject: '',
  files: [],
  branches: [],
  sandboxes: [],
  inOrg: {},
  inBranch: {},
  deployments: [],
  creation: null,
  tests: null,
  merge: [],
}

interface TestsInOrg {
  readonly classes: readonly string[]
  readonly isAll: boolean
  readonly methods: number
  readonly skipsCoverage: boolean
}

/** What a job that creates an environment has ordered and stored by the time at which it waits for its sandbox. */
interface Creation {
  /** What ended the job before it ordered anything. */
  readonly refusal: string | null
  /** Fields of SandboxInfo, with names in place of ids. */
  readonly order: Readonly<Record<string, unknown>>
  readonly name: string | null
  readonly branch: string | null
  readonly tags: Readonly<Record<string, string | null>>
  readonly apiVersionMode: string | null
}

/** A job on a stack of its own, with one set of settings. */
export type Scenario = (world: FlowWorld, settings: Settings) => Promise<Observed>

const onlyInOrg = apexClass('OnlyInOrg')
const gamma = apexClass('Gamma')
const user = apexClass('User')
const manyClasses = Array.from({ length: 28 }, (_, index) => apexClass(`Many${index}`))
const classes = [alpha, beta, gamma, onlyInOrg, user]

/**
 * The new class Gamma needs a class that does not exist, and the new class User needs Gamma, so that they fail one after the
 * other. Beta is fine, and the org has a class that Git does not know.
 */
export const flowOutWithFailures: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world)
  await flow.org.edit(onlyInOrg.edit())
  await clone.push({
    [gamma.file]: gamma.body('Object one = new Missing();'),
    [`${gamma.file}-meta.xml`]: gamma.meta,
    [beta.file]: beta.body('// in Git'),
    [user.file]: user.body('Object one = new Gamma();'),
    [`${user.file}-meta.xml`]: user.meta,
  })
  return await observe(world, { flow, clone }, { jobCommandName: 'FlowOut', settings })
}

/** Alpha was changed on both sides since the last flow. */
export const flowOutOverChange: Scenario = async (world, settings) => {
  const both = await initialized(world)
  await both.flow.org.edit(alpha.edit('// in the org', 1))
  await both.clone.push({ [alpha.file]: alpha.body('// in Git') })
  return await observe(world, both, { jobCommandName: 'FlowOut', settings })
}

/** Alpha was changed in Git, and whoever is asked says no. */
export const flowOutThatIsRefused: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world)
  await clone.push({ [alpha.file]: alpha.body('// in Git') })
  const asking = { noConfirm: false, ...settings }
  return await observe(world, { flow, clone }, { jobCommandName: 'FlowOut', settings: asking })
}

/** A sandbox, in which Git deletes a class. */
export const flowOutToSandbox: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world)
  await turnIntoSandbox(world.ctx, flow)
  await clone.push({ [beta.file]: null, [`${beta.file}-meta.xml`]: null })
  return await observe(world, { flow, clone }, { jobCommandName: 'FlowOut', settings })
}

const test = (name: string, methods: number) => ({
  ...apexClass(name),
  source: `@IsTest\nprivate class ${name} {\n${'x'
    .repeat(methods)
    .split('')
    .map((_, index) => `  @IsTest static void works${index}() {}\n`)
    .join('')}}\n`,
})

/** An org with two test classes, of one and of two methods. */
export const flowOutWithTests: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world)
  const files = [test('OneTest', 1), test('TwoTest', 2)].flatMap(({ file, source, meta }) => [
    [file, source],
    [`${file}-meta.xml`, meta],
  ])
  await clone.push(Object.fromEntries(files))
  return await observe(world, { flow, clone }, { jobCommandName: 'FlowOut', settings })
}

/** Alpha was changed in the org, Beta in Git. */
export const flowInBesideWork: Scenario = async (world, settings) => {
  const both = await initialized(world)
  await both.flow.org.edit(alpha.edit('// in the org', 1))
  await both.clone.push({ [beta.file]: beta.body('// in Git') })
  // Force would ask.
  return await observe(world, both, { jobCommandName: 'FlowIn', settings: { noConfirm: true, ...settings } })
}

/** Alpha was changed on both sides, at the same place. */
export const flowInWithConflict: Scenario = async (world, settings) => {
  const both = await initialized(world)
  await both.flow.org.edit(alpha.edit('// in the org', 1))
  await both.clone.push({ [alpha.file]: alpha.body('// in Git') })
  return await observe(world, both, { jobCommandName: 'FlowIn', settings: { ...askingNobody, ...settings } })
}

/** By default the job would wait for people. */
export const askingNobody = { mergeConflictsStrategy: 'Abort' }

/** An object got a field in the org and another at the same place in Git. */
export const flowInOfFieldsSideBySide: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world)
  await flow.org.edit(car.edit({ Color__c: 20, Doors__c: 2 }, 1))
  const object = await clone.read(car.file)
  const fields = `$&\n  <fields>\n    <fullName>Engine__c</fullName>\n    <label>Engine</label>\n    <length>9</length>\n    <type>Text</type>\n  </fields>`
  await clone.push({ [car.file]: object.replace(/<\/fields>/, fields) })
  const asked = { ...askingNobody, ...settings }
  return await observe(world, { flow, clone }, { jobCommandName: 'FlowIn', settings: asked })
}

/** Ten of 30 classes are gone from the org. */
export const flowInOfManyDeletions: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world, manyClasses)
  for (const one of manyClasses.slice(0, 10))
    await flow.org.edit({ type: 'ApexClass', fullName: one.name, delete: true })
  return await observe(world, { flow, clone }, { jobCommandName: 'FlowIn', settings })
}

/** Nothing has changed in the org for a day. */
export const flowInOfOldComponents: Scenario = async (world, settings) => {
  const flow = await world.connect()
  for (const one of [alpha, beta]) await flow.org.edit(aged(one.edit()))
  await initialize(world.ctx, flow)
  return await observe(world, { flow, clone: null }, { jobCommandName: 'FlowIn', settings })
}

/** A stack before its initialization. */
export const initialization: Scenario = async (world, settings) => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await flow.org.edit(car.edit())
  return await observe(
    world,
    { flow, clone: null },
    { jobCommandName: 'InitializeStack', settings: { includeSpecs, ...settings } },
  )
}

export async function initialized(
  world: FlowWorld,
  more: readonly ReturnType<typeof apexClass>[] = [],
): Promise<{ flow: FlowStack; clone: WorkingCopy }> {
  const flow = await world.connect()
  for (const one of more) await flow.org.edit(one.edit())
  await flow.org.edit(alpha.edit())
  await flow.org.edit(beta.edit())
  await flow.org.edit(car.edit())
  await initialize(world.ctx, flow)
  return { flow, clone: await cloneOf(world.folder, flow) }
}

interface Submission {
  readonly jobCommandName: JobSubmission['jobCommandName']
  readonly settings: Settings
}

/** A stack, and a clone of its repository where there is one already. */
interface Place {
  readonly flow: FlowStack
  readonly clone: WorkingCopy | null
}

/** Submits a job, waits for its end, and looks what came of it. */
export async function observe(
  world: FlowWorld,
  { flow, clone }: Place,
  { jobCommandName, settings }: Submission,
): Promise<Observed> {
  const jobTemplate = { ...fixedSettings(jobCommandName), ...settings }
  const jobId = await submit(world.ctx, flow, { jobCommandName, jobTemplate })
  const job = await endedOrRefused(world.ctx, flow, jobId)
  const output = await outputOf(world.ctx, flow, jobId)
  const row = await environmentOf(world.ctx, flow)
  const copy = clone ?? (await cloneOf(world.folder, flow))
  await copy.git('fetch', '--quiet')
  const branch = `origin/${row?.gitBranchName ?? 'main'}`
  const show = (path: string) => copy.git('show', `${branch}:${path}`).catch(() => null)
  return {
    outcome: job.outcome,
    attempts: output.attempts?.length ?? null,
    artifacts: job.artifacts.map(({ type }) => type).toSorted(),
    notices: job.notices.map(({ subject }) => subject),
    retrieve: retrieveOf(output),
    environment: row === null ? null : { name: row.name, branch: row.gitBranchName },
    subject: await copy.git('log', '-1', '--format=%s', branch),
    files: (await copy.git('ls-tree', '-r', '--name-only', branch)).split('\n'),
    branches: await branchesOf({ clone: copy }),
    sandboxes: await sandboxesOf(flow),
    inOrg: await bodies(async (one) => (await flow.org.text('ApexClass', one.name))?.[one.path] ?? null),
    inBranch: await bodies(async (one) => await show(one.file)),
    deployments: await deploymentsOf(flow),
    creation: null,
    tests: null,
    merge: [],
  }
}

function fixedSettings(jobCommandName: Submission['jobCommandName']): Settings {
  if (jobCommandName === 'InitializeStack') return {}
  return jobCommandName === 'FlowOut' ? unasked('FlowOut') : { environmentFilter: everything }
}

function retrieveOf({ retrieveResult }: Finished['output']): Observed['retrieve'] {
  if (retrieveResult === undefined) return null
  const { componentsUnchanged, fullRetrieveReason } = retrieveResult
  return { unchanged: componentsUnchanged, fullBecause: fullRetrieveReason }
}

async function bodies(read: (one: (typeof classes)[number]) => Promise<string | null>) {
  const found: Record<string, string | null> = {}
  for (const one of classes) {
    const body = await read(one)
    found[one.name] = body === null ? null : (body.split('\n')[1]?.trim() ?? null)
  }
  return found
}
