import { and, eq } from 'drizzle-orm'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { JobFailure } from '../../durable/run-errors.ts'
import { findProduction } from '../../environments/environment-store.ts'
import { environmentLimitReached } from '../../environments/new-environment.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { salesforceOrgInfo } from '../../platform/database/schema/environment-state.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { job as jobTable, jobEnvironment } from '../../platform/database/schema/jobs.ts'
import { stack as stackTable } from '../../platform/database/schema/stacks.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { reserveEnvironment } from '../../workspaces/usage.ts'
import type { CheckedOrg } from '../../steps/org/check-org.ts'
import {
  type TargetEnvironment,
  type TargetJob,
  type TargetStack,
  targetEnvironment,
} from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

export interface NewProductionEnvironment {
  readonly name: string
  readonly branch: string
  readonly slug: string
  readonly org: CheckedOrg
}

/** Makes the record of the production environment, or takes over the one that a failed attempt left. */
export async function createProductionEnvironment(
  session: JobSession,
  { name, branch, slug, org: { apiVersion } }: NewProductionEnvironment,
): Promise<TargetEnvironment> {
  const { job, stack, run } = session
  const org = await run.step('read org info', async () =>
    fetchOrgInfo(await session.org(null, apiVersion), { signal: run.signal }),
  )
  return await run.transaction('create environment', async (tx) => {
    const left = await findProduction(tx, stack.id)
    if (left?.isInitialized === true) throw new JobFailure('The stack is initialized already.')
    if (left === null) await requireFreeEnvironment(session, tx)
    const id = left?.id ?? newId()
    const columns = { name, slug, gitBranchName: branch }
    const owner = { workspaceId: job.workspaceId, stackId: stack.id }
    const [row] =
      left === null
        ? await tx
            .insert(environmentTable)
            .values({ id, ...owner, ...columns, createdByUserId: job.createdByUserId, isProduction: true })
            .returning()
        : await tx.update(environmentTable).set(columns).where(eq(environmentTable.id, id)).returning()
    if (row === undefined) throw new Error('The environment was not written.')
    const info = { ...owner, ...org, lastFetchedUtc: session.ctx.clock.now() }
    await tx
      .insert(salesforceOrgInfo)
      .values({ environmentId: id, ...info })
      .onConflictDoUpdate({ target: salesforceOrgInfo.environmentId, set: info })
    await linkToJob(tx, job, id)
    await announce(tx, { workspaceId: job.workspaceId, kind: 'pushStacks', ids: [stack.id] })
    await announce(tx, { workspaceId: job.workspaceId, kind: 'pushJobs', ids: [job.id] })
    await recordAudit(tx, {
      action: 'environment.created',
      workspaceId: job.workspaceId,
      subject: { type: 'Environment', id },
      details: { name, jobId: job.id, tookOver: left !== null },
      actorUserId: job.createdByUserId,
    })
    return targetEnvironment(row, stack)
  })
}

/** Others may have taken the last one since the job was submitted. */
async function requireFreeEnvironment({ ctx, job }: JobSession, tx: Transaction): Promise<void> {
  const available = await reserveEnvironment(tx, job.workspaceId, ctx.config.limits.environments)
  if (available !== null && available <= 0) throw new JobFailure(`${environmentLimitReached}.`)
}

async function linkToJob(tx: Transaction, job: TargetJob, environmentId: string): Promise<void> {
  await tx.update(jobTable).set({ mainEnvironmentId: environmentId }).where(eq(jobTable.id, job.id))
  await tx
    .insert(jobEnvironment)
    .values({ jobId: job.id, environmentId, workspaceId: job.workspaceId, role: 'Target' })
    .onConflictDoNothing()
}

/** After a failure the stack is as before, so that trying again works. */
export async function removeUninitializedEnvironment(
  session: JobSession,
  environmentId: string,
): Promise<void> {
  const { job, stack } = session
  await session.run.transaction('remove environment', async (tx) => {
    await tx
      .delete(environmentTable)
      .where(and(eq(environmentTable.id, environmentId), eq(environmentTable.isInitialized, false)))
    await tx.update(jobTable).set({ mainEnvironmentId: null }).where(eq(jobTable.id, job.id))
    await announce(tx, { workspaceId: job.workspaceId, kind: 'pushStacks', ids: [stack.id] })
    return null
  })
}

/** The baseline is the API version of the production org, so that all branches hold the metadata of one API version. */
export async function markStackInitialized(
  tx: Transaction,
  { id, metadataLayout }: Pick<TargetStack, 'id' | 'metadataLayout'>,
  apiVersion: string,
): Promise<void> {
  const sfdcApiVersionBaseline = Number(apiVersion)
  await tx
    .update(stackTable)
    .set({ isInitialized: true, sfdcApiVersionBaseline, metadataLayout })
    .where(eq(stackTable.id, id))
}
