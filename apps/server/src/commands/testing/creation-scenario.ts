import { and, eq } from 'drizzle-orm'
import { environment, environmentTag } from '../../platform/database/schema/environments.ts'
import { jobStep } from '../../platform/database/schema/job-execution.ts'
import { until } from '../../testing/test-jobs.ts'
import type { FlowWorld } from './flow-world.ts'
import { type InitializedStack, initializedStack } from './initialized-stack.ts'
import { cancelJob, ended, jobOf, submit } from './run-job.ts'
import { alpha } from './sample-metadata.ts'
import {
  addSandboxEnvironment,
  createGroup,
  createSandbox,
  createTemplate,
  deleteSandboxes,
  recordsOf,
} from './sandbox-environment.ts'
import { type Observed, type Scenario, nothingObserved } from './settings-scenarios.ts'
import { hasEnded } from './until-job.ts'

const sandbox = { sfdcSandboxName: 'new', sfdcSandboxActivationUserGroupName: 'Builders' }
const usual = { environmentName: 'New', ...sandbox }

/** People cannot delete branches of the built-in host, so that each job has a branch of its own. */
let branches = 0

interface CreationStack extends InitializedStack {
  /** The names of what an order names by id. */
  readonly names: ReadonlyMap<unknown, string>
}

const stacks = new WeakMap<FlowWorld, Promise<CreationStack>>()

/**
 * A stack with the environment `old`, and with a branch and a sandbox named `spare` that no environment uses. It is one for all jobs,
 * because each leaves it as it was: the org does not copy, and the job is cancelled.
 */
export const creation: Scenario = async (world, settings) => {
  const made = stacks.get(world) ?? arrange(world)
  stacks.set(world, made)
  const stack = await made
  const { flow } = stack
  const jobTemplate = { ...usual, gitBranchName: `env/new${branches++}`, ...settings }
  const jobId = await submit(world.ctx, flow, { jobCommandName: 'CreateEnvironment', jobTemplate })
  await until(async () => (await hasEnded(world.ctx, jobId)) || (await isWaiting(world, jobId)))
  const observed = await observe(world, stack, { jobId, name: jobTemplate.environmentName })
  await cancelJob(world.ctx, flow, jobId)
  await ended(world.ctx, flow, jobId)
  await clear(world, stack, jobTemplate)
  return observed
}

/** Whether everything is ordered and the branch is made. */
const isWaiting = async (world: FlowWorld, jobId: string) =>
  (await world.ctx.database.asSystem((tx) =>
    tx.$count(jobStep, and(eq(jobStep.jobId, jobId), eq(jobStep.name, 'begin to wait'))),
  )) > 0

async function arrange(world: FlowWorld): Promise<CreationStack> {
  const stack = await initializedStack(world, [alpha.edit()], { organizationType: 'Unlimited Edition' })
  const { flow, clone } = stack
  await createGroup(flow, 'Builders')
  await createGroup(flow, 'Testers')
  await createTemplate(flow, 'Small')
  await addSandboxEnvironment(world.ctx, stack, { name: 'old' })
  await createSandbox(flow, 'spare')
  await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/env/spare')
  await flow.org.admin('POST', 'faults', { kind: 'hold', operation: 'sandbox', org: flow.org.id })
  const rows = await Promise.all([
    recordsOf(flow, 'SELECT Id, DeveloperName FROM Group'),
    recordsOf(flow, 'SELECT Id, DeveloperName FROM PartitionLevelScheme'),
    recordsOf(flow, 'SELECT Id, Name FROM ApexClass'),
    recordsOf(flow, 'SELECT Id, SandboxName FROM SandboxInfo'),
  ])
  const names = rows.flat().map(({ Id, ...name }) => [Id, nameOf(name)] as const)
  return { ...stack, names: new Map(names) }
}

function nameOf({ attributes: _attributes, ...fields }: Record<string, unknown>): string {
  return String(Object.values(fields)[0])
}

async function observe(
  world: FlowWorld,
  { flow, names }: CreationStack,
  { jobId, name }: { readonly jobId: string; readonly name: string },
): Promise<Observed> {
  const fields =
    'SandboxName, LicenseType, Description, SourceId, TemplateId, HistoryDays, CopyChatter, ApexClassId, ActivationUserGroupId, Features'
  const [ordered] = await recordsOf(
    flow,
    `SELECT ${fields} FROM SandboxInfo WHERE SandboxName NOT IN ('old', 'spare')`,
  )
  const order = Object.fromEntries(
    Object.entries(ordered ?? {}).map(([field, value]) => [field, names.get(value) ?? value]),
  )
  const { error } = await jobOf(world.ctx, flow, jobId)
  const [row] = await world.ctx.database.asSystem((tx) =>
    tx.select().from(environment).where(eq(environment.name, name)),
  )
  const tags = await world.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(environmentTag)
      .where(eq(environmentTag.environmentId, row?.id ?? jobId)),
  )
  return {
    ...nothingObserved,
    creation: {
      refusal: error?.message ?? null,
      order,
      name: row?.name ?? null,
      branch: row?.gitBranchName ?? null,
      tags: Object.fromEntries(tags.map((tag) => [tag.name, tag.value])),
      apiVersionMode: row?.sfdcApiVersionMode ?? null,
    },
  }
}

async function clear(
  world: FlowWorld,
  { flow }: CreationStack,
  { sfdcSandboxName, environmentName }: typeof usual,
): Promise<void> {
  if (sfdcSandboxName !== 'spare') await deleteSandboxes(flow, sfdcSandboxName)
  await world.ctx.database.asSystem((tx) =>
    tx.delete(environment).where(eq(environment.name, environmentName)),
  )
}
