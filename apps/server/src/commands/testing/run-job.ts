import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowInResult } from '@sluice/contract/job-commands/flow-in'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { type JobSubmission, jobCommands, jobSubmission } from '@sluice/contract/job-commands/job-commands'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { provisionJobs } from '../../jobs/job-provisioning.ts'
import { provisionQuickDeploy } from '../../jobs/quick-deploy-provisioning.ts'
import { viewJobs } from '../../jobs/job-views.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { artifact } from '../../platform/database/schema/jobs.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import type { FlowStack } from './flow-world.ts'
import { hasEnded, untilJob } from './until-job.ts'

export const everything = { include: { all: true } }
/** The template of a flow of everything that asks nobody. */
export const unasked = (jobCommandName: 'FlowIn' | 'FlowOut') => ({
  environmentFilter: everything,
  ...(jobCommandName === 'FlowOut' && { noConfirm: true }),
})
export const includeSpecs = [
  'ApexClass',
  'ApexTrigger',
  'CustomObject',
  'CustomField',
  'Layout',
  'CustomLabels',
  'CustomLabel',
]
  .map((type) => `unpackaged/~/${type}`)
  .join('\n')

interface Submitted {
  readonly jobCommandName: JobSubmission['jobCommandName']
  readonly jobTemplate: Record<string, unknown>
}

/** Submits jobs as the stack's owner. */
export async function provision(ctx: Context, flow: FlowStack, submitted: Submitted) {
  const request = { ...(await ownerOf(ctx, flow)), submission: jobSubmission.parse(submitted) }
  return await provisionJobs(ctx, request)
}

/** The same for jobs that are not refused; gives the id of the first. */
export async function submit(ctx: Context, flow: FlowStack, submitted: Submitted): Promise<string> {
  const results = await provision(ctx, flow, submitted)
  const id = results[0]?.jobDetails?.id
  if (id === undefined) throw new Error(`Not provisioned: ${JSON.stringify(results)}`)
  return id
}

/** Submits the deployment of what a check-only flow out has validated; gives the id of the job. */
export async function submitQuickDeploy(
  ctx: Context,
  flow: FlowStack,
  validatedJobId: string,
): Promise<string> {
  const result = await provisionQuickDeploy(ctx, { ...(await ownerOf(ctx, flow)), validatedJobId })
  const id = result?.jobDetails?.id
  if (id === undefined) throw new Error(`Not provisioned: ${JSON.stringify(result)}`)
  return id
}

async function ownerOf(ctx: Context, { workspaceId, stackId, userId }: FlowStack) {
  const [row] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx.select().from(stack).where(eq(stack.id, stackId)),
  )
  if (!row) throw new Error('The stack is gone.')
  const rights = { accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false } as const
  return { stack: row, actor: { userId, ...rights } }
}

export async function cancelJob(ctx: Context, flow: FlowStack, jobId: string): Promise<void> {
  const { workspaceId, userId } = flow
  await ctx.database.inWorkspace(workspaceId, userId, (tx) =>
    ctx.jobs.requestCancellation(tx, { jobId, workspaceId, userId }),
  )
}

export async function jobOf(ctx: Context, flow: FlowStack, jobId: string): Promise<JobWithNotices> {
  const [job] = await ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    viewJobs(tx, flow.workspaceId, [jobId]),
  )
  if (!job) throw new Error('The job is gone.')
  return job
}

export async function ended(ctx: Context, flow: FlowStack, jobId: string): Promise<JobWithNotices> {
  if (await untilJob(ctx, jobId, () => hasEnded(ctx, jobId))) return await jobOf(ctx, flow, jobId)
  const { status, commandName, cancellationIsRequested, hasPendingInquiries, notices } = await jobOf(
    ctx,
    flow,
    jobId,
  )
  const state = { status, cancellationIsRequested, hasPendingInquiries, notices }
  throw new Error(`The job ${commandName} did not end in five minutes: ${JSON.stringify(state)}`)
}

/** The Output artifact, read as a test expects it: what is not there is undefined. */
type Output = Partial<FlowInResult> & Partial<Omit<FlowOutResult, 'stats'>>

export interface Finished {
  readonly job: JobWithNotices
  readonly output: Output
}

/** Submits a job and waits for its end. Its result must have the shape that the contract declares. */
export async function runJob(ctx: Context, flow: FlowStack, submitted: Submitted): Promise<Finished> {
  const jobId = await submit(ctx, flow, submitted)
  const job = await ended(ctx, flow, jobId)
  const output = await outputOf(ctx, flow, jobId)
  if (Object.keys(output).length > 0) jobCommands[submitted.jobCommandName].result.parse(output)
  return { job, output }
}

export async function outputOf(ctx: Context, flow: FlowStack, jobId: string): Promise<Output> {
  const rows = await ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx.select().from(artifact).where(eq(artifact.jobId, jobId)),
  )
  const output = rows.find((row) => row.type === 'Output')
  if (output === undefined) return {}
  const read: Output = JSON.parse((await ctx.artifacts.read(output.fileKey)).toString('utf8'))
  return read
}

export const initialize = (ctx: Context, flow: FlowStack, given: Record<string, unknown> = {}) =>
  runJob(ctx, flow, { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs, ...given } })

export const flowInAll = (ctx: Context, flow: FlowStack, given: Record<string, unknown> = {}) =>
  runJob(ctx, flow, { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: everything, ...given } })

/** A flow out of everything, which asks nobody unless `given` says otherwise. */
export const flowOutAll = (ctx: Context, flow: FlowStack, given: Record<string, unknown> = {}) =>
  runJob(ctx, flow, { jobCommandName: 'FlowOut', jobTemplate: { ...unasked('FlowOut'), ...given } })

/** The one environment of the stack, as it is stored. */
export async function environmentOf(ctx: Context, flow: FlowStack) {
  const [row] = await ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx.select().from(environment).where(eq(environment.stackId, flow.stackId)),
  )
  return row ?? null
}
