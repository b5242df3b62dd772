import type { FlowWorld } from './flow-world.ts'
import { type InitializedStack, initializedStack } from './initialized-stack.ts'
import { endedOrRefused } from './answer-inquiry.ts'
import { lookAtBoth, predictedMerge } from './look-at-merge.ts'
import { type MergeStack, devIntoUat, inBranch, mergeDevIntoUat, withTwoSandboxes } from './merge-stack.ts'
import { submit } from './run-job.ts'
import { alpha, apexClass, beta, car } from './sample-metadata.ts'
import {
  type Observed,
  type Scenario,
  type Settings,
  askingNobody,
  nothingObserved,
} from './settings-scenarios.ts'

const gamma = apexClass('Gamma')
const classes = [alpha, beta, gamma]
const fields = { A__c: 1, B__c: 1 }
const edits = [...classes.map((one) => one.edit()), car.edit(fields)]

const stacks = new WeakMap<FlowWorld, Promise<InitializedStack>>()

/** One stack for all jobs; each has two sandboxes of its own. */
async function newSandboxes(world: FlowWorld): Promise<MergeStack> {
  const made = stacks.get(world) ?? initializedStack(world, edits)
  stacks.set(world, made)
  return await withTwoSandboxes(world, await made, edits)
}

/** Beta was changed in the source, Gamma in the target. */
export const mergeBesideWork: Scenario = async (world, settings) => {
  const stack = await newSandboxes(world)
  await stack.dev.org.edit(beta.edit('// dev'))
  await stack.uat.org.edit(gamma.edit('// uat'))
  const observed = await run(world, stack, settings)
  return { ...observed, inOrg: pick(observed.inOrg), inBranch: pick(observed.inBranch) }
}

const pick = ({ Beta, Gamma }: Readonly<Record<string, string | null>>) => ({
  Beta: Beta ?? null,
  Gamma: Gamma ?? null,
})

/** Alpha was changed in both. */
export const mergeWithConflict: Scenario = async (world, settings) => {
  const stack = await newSandboxes(world)
  await stack.dev.org.edit(alpha.edit('// dev'))
  await stack.uat.org.edit(alpha.edit('// uat'))
  return await run(world, stack, { ...askingNobody, ...settings })
}

/** Beta was changed in the source. After somebody was shown the preview, Gamma was changed too; whoever is asked says no. */
export const mergeAfterPreview: Scenario = async (world, { previews, ...settings }) => {
  const stack = await newSandboxes(world)
  const { flow, dev, uat } = stack
  await dev.org.edit(beta.edit('// dev'))
  await lookAtBoth(world, stack)
  const { predictionId } = await predictedMerge(world, stack)
  await dev.org.edit(gamma.edit('// dev'))
  const shown = previews === undefined ? {} : { previews: [{ environmentId: uat.id, predictionId }] }
  const jobTemplate = { ...devIntoUat({ dev, uat }), ...settings, ...shown }
  const jobId = await submit(world.ctx, flow, { jobCommandName: 'FlowMerge', jobTemplate })
  const { outcome, notices } = await endedOrRefused(world.ctx, flow, jobId)
  return { ...nothingObserved, outcome, notices: notices.map(({ subject }) => subject) }
}

/** Both have a new field at the same place of an object. */
export const mergeOfFieldsSideBySide: Scenario = async (world, settings) => {
  const stack = await newSandboxes(world)
  await stack.dev.org.edit(car.edit({ ...fields, Dev__c: 5 }))
  await stack.uat.org.edit(car.edit({ ...fields, Uat__c: 6 }))
  return await run(world, stack, { ...askingNobody, ...settings })
}

/** The branch of the source has metadata of a newer API version than any org supports. */
export const mergeOfNewerVersion: Scenario = async (world, settings) => {
  const stack = await newSandboxes(world)
  const { clone, dev } = stack
  await clone.git('fetch', '--quiet')
  await clone.git('checkout', '--quiet', '-B', `newer-${dev.name}`, `origin/${dev.branch}`)
  const manifest = 'src/unpackaged/package.xml'
  const newer = (await clone.read(manifest)).replace(/<version>[^<]*/u, '<version>99.0')
  await clone.push({ [manifest]: newer, [beta.file]: beta.body('// newer') })
  await clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/${dev.branch}`)
  await clone.git('checkout', '--quiet', 'main')
  return await run(world, stack, settings)
}

async function run(world: FlowWorld, stack: MergeStack, settings: Settings): Promise<Observed> {
  const { uat } = stack
  const { job } = await mergeDevIntoUat(world, stack, settings)
  const inOrg: Record<string, string | null> = {}
  const ofBranch: Record<string, string | null> = {}
  for (const { name, path, file } of classes) {
    inOrg[name] = lineOf((await uat.org.text('ApexClass', name))?.[path])
    ofBranch[name] = lineOf((await inBranch(stack, uat, file)).text)
  }
  const deployments = await uat.org.deployments()
  return {
    ...nothingObserved,
    outcome: job.outcome,
    inOrg,
    inBranch: ofBranch,
    merge: deployments.map(({ checkOnly }) => (checkOnly ? 'validated' : 'deployed')),
  }
}

/** The one line in the body of a sample class. */
const lineOf = (body: string | null | undefined): string | null => body?.split('\n')[1]?.trim() ?? null
