import type { JobCommandName } from '@sluice/contract/job-command-name'
import { and, eq } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'

export interface TestStack {
  workspaceId: string
  stackId: string
  environmentIds: string[]
}

const stackColumns = {
  gitRepositoryIsManaged: true,
  gitRepositoryUrl: 'http://127.0.0.1/git/main.git',
  metadataDirectoryRelativePath: '/src',
  sfdcBaseSignInUrl: 'http://127.0.0.1:7400',
  sfdcApiVersionMode: 'Baseline',
} as const

/** A second stack of a workspace, without environments; gives its id. */
export async function addStack(ctx: Pick<Context, 'database'>, workspaceId: string): Promise<string> {
  const id = newId()
  await ctx.database.asSystem((tx) =>
    tx.insert(stack).values({ id, workspaceId, slug: 'second', name: 'Second', ...stackColumns }),
  )
  return id
}

/** A workspace with one stack and as many environments as wanted. */
export async function insertStack(ctx: Pick<Context, 'database'>, environments = 1): Promise<TestStack> {
  const workspaceId = newId()
  const stackId = newId()
  const environmentIds = Array.from({ length: environments }, () => newId())
  const name = `test ${workspaceId}`
  await ctx.database.asSystem(async (tx) => {
    const person = { companyName: 'C', firstName: 'F', lastName: 'L' }
    await tx.insert(workspace).values({ id: workspaceId, slug: workspaceId, name, ...person })
    await tx.insert(stack).values({ id: stackId, workspaceId, slug: 'main', name: 'Main', ...stackColumns })
    for (const [index, id] of environmentIds.entries())
      await tx.insert(environment).values({
        id,
        workspaceId,
        stackId,
        slug: `environment-${index}`,
        name: `Environment ${index}`,
        gitBranchName: `branch-${index}`,
        isProduction: index === 0,
        isInitialized: true,
      })
  })
  return { workspaceId, stackId, environmentIds }
}

export interface TestJob {
  commandName?: JobCommandName
  commandInput?: Record<string, unknown>
}

/** A job row, handed to the workers. */
export async function submitJob(
  ctx: Pick<Context, 'database' | 'jobs'>,
  owner: TestStack,
  { commandName = 'FlowIn', commandInput = {} }: TestJob = {},
): Promise<string> {
  const { workspaceId, stackId } = owner
  const jobId = newId()
  await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    await tx.insert(job).values({
      id: jobId,
      workspaceId,
      stackId,
      commandName,
      commandInput,
    })
    await ctx.jobs.enqueue(tx, { jobId, workspaceId })
  })
  return jobId
}

export type JobRow = typeof job.$inferSelect

export async function findJob(ctx: Pick<Context, 'database'>, jobId: string): Promise<JobRow> {
  const [row] = await ctx.database.asSystem((tx) => tx.select().from(job).where(eq(job.id, jobId)))
  if (!row) throw new Error(`There is no job ${jobId}.`)
  return row
}

/** Looks again until the condition holds. */
export async function until(condition: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain.`)
    await pause(25)
  }
}

export async function untilEnded(ctx: Pick<Context, 'database'>, jobId: string): Promise<JobRow> {
  const hasEnded = () =>
    ctx.database.asSystem((tx) => tx.$count(job, and(eq(job.id, jobId), eq(job.status, 'Ended'))))
  await until(async () => (await hasEnded().catch(() => 0)) > 0)
  return findJob(ctx, jobId)
}
