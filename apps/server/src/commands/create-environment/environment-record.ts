import type { CreateEnvironmentInput } from '@sluice/contract/job-commands/create-environment'
import { eq } from 'drizzle-orm'
import { JobFailure } from '../../durable/run-errors.ts'
import { type EnvironmentRow, listEnvironments, setTag } from '../../environments/environment-store.ts'
import { findLeftover, newEnvironmentProblems } from '../../environments/new-environment.ts'
import { listEnvironmentsInUse } from '../../jobs/job-store.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { salesforceOrgInfo } from '../../platform/database/schema/environment-state.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { job as jobTable, jobEnvironment } from '../../platform/database/schema/jobs.ts'
import { stack as stackTable } from '../../platform/database/schema/stacks.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { firstFree, slugOf } from '../../workspaces/slug.ts'
import { reserveEnvironment } from '../../workspaces/usage.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/**
 * Makes the record of the environment, or takes over the one that a failed creation of the same name left; gives its id. The
 * record stays when this job fails, so that the next one finishes what this one has begun.
 */
export async function createRecord(
  { ctx, run, job, stack }: JobSession,
  input: CreateEnvironmentInput,
): Promise<string> {
  const { workspaceId } = job
  return await run.transaction('create environment', async (tx) => {
    // Of two jobs that create the same environment the second one sees the record of the first.
    await lockStack(tx, stack.id)
    const environments = await listEnvironments(tx, workspaceId, [stack.id])
    const inUse = await listEnvironmentsInUse(tx, stack.id)
    const available = await reserveEnvironment(tx, workspaceId, ctx.config.limits.environments)
    // The stack may have changed since the job was submitted.
    const [problem] = newEnvironmentProblems(input, { environments, inUse, available })
    if (problem !== undefined) throw new JobFailure(problem.description)
    const leftover = findLeftover(input, { environments, inUse })
    const owner = { workspaceId, stackId: stack.id, createdByUserId: job.createdByUserId }
    const slugs = new Set(environments.map(({ slug }) => slug))
    const id =
      leftover === null
        ? await insert(tx, { ...owner, ...columnsOf(input), slug: freeSlug(input.environmentName, slugs) })
        : await takeOver(tx, leftover, input)
    for (const [name, value] of Object.entries(input.tags))
      await setTag(tx, { workspaceId, environmentId: id, name, value })
    await linkToJob(tx, { jobId: job.id, workspaceId, environmentId: id })
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stack.id] })
    await announce(tx, { workspaceId, kind: 'pushJobs', ids: [job.id] })
    await recordAudit(tx, {
      action: 'environment.created',
      workspaceId,
      subject: { type: 'Environment', id },
      details: { name: input.environmentName, jobId: job.id, tookOver: leftover !== null },
      actorUserId: job.createdByUserId,
    })
    return id
  })
}

/** Until the transaction ends no other one takes this lock. */
async function lockStack(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: stackTable.id }).from(stackTable).where(eq(stackTable.id, id)).for('update')
}

const columnsOf = (input: CreateEnvironmentInput) => ({
  name: input.environmentName,
  gitBranchName: input.gitBranchName,
  sfdcSandboxName: input.sfdcSandboxName,
  sfdcApiVersionMode: input.sfdcApiVersionMode,
})

const freeSlug = (name: string, taken: ReadonlySet<string>) =>
  firstFree(slugOf(name, 'environment'), (candidate) => taken.has(candidate))

async function insert(
  tx: Transaction,
  row: Omit<typeof environmentTable.$inferInsert, 'id' | 'isProduction'>,
): Promise<string> {
  const id = newId()
  await tx.insert(environmentTable).values({ id, ...row, isProduction: false })
  return id
}

async function takeOver(
  tx: Transaction,
  { id, sfdcSandboxName }: EnvironmentRow,
  input: CreateEnvironmentInput,
): Promise<string> {
  const isSameSandbox = sfdcSandboxName?.toLowerCase() === input.sfdcSandboxName.toLowerCase()
  // Credentials that somebody entered after the failure are for this sandbox, unless it is another one.
  const credentials = isSameSandbox
    ? {}
    : { sfdcSignInUrl: null, sfdcUsername: null, sfdcPasswordSealed: null, sfdcTokenSealed: null }
  await tx
    .update(environmentTable)
    .set({ ...columnsOf(input), ...credentials })
    .where(eq(environmentTable.id, id))
  // A sandbox that was deleted and made again is another org.
  await tx.delete(salesforceOrgInfo).where(eq(salesforceOrgInfo.environmentId, id))
  return id
}

async function linkToJob(
  tx: Transaction,
  link: { readonly jobId: string; readonly workspaceId: string; readonly environmentId: string },
): Promise<void> {
  const { jobId, environmentId } = link
  await tx.update(jobTable).set({ mainEnvironmentId: environmentId }).where(eq(jobTable.id, jobId))
  await tx
    .insert(jobEnvironment)
    .values({ ...link, role: 'Target' })
    .onConflictDoNothing()
}
