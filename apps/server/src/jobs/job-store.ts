import type { JobCommandName } from '@sluice/contract/job-command-name'
import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { job, jobDependency, jobEnvironment } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import type { JobRow } from './job.ts'

export interface NewJob {
  readonly workspaceId: string
  readonly stackId: string
  readonly commandName: JobCommandName
  readonly commandInput: Record<string, unknown>
  readonly isCheckOnly: boolean
  readonly createdByUserId: string | null
  readonly schedule: { readonly id: string; readonly occurrenceUtc: Date } | null
  readonly environments: readonly { readonly environmentId: string; readonly role: 'Source' | 'Target' }[]
  /** The jobs that have to succeed before this one begins. */
  readonly dependsOnJobIds?: readonly string[]
}

/** Inserts the job and the environments that it touches; the first of them is the main one. */
export async function insertJob(tx: Transaction, given: NewJob): Promise<string> {
  const id = newId()
  const { workspaceId } = given
  await tx.insert(job).values({
    id,
    workspaceId,
    stackId: given.stackId,
    commandName: given.commandName,
    commandInput: given.commandInput,
    isCheckOnly: given.isCheckOnly,
    createdByUserId: given.createdByUserId,
    createdByScheduleId: given.schedule?.id ?? null,
    createdByScheduleOccurrenceUtc: given.schedule?.occurrenceUtc ?? null,
    mainEnvironmentId: given.environments[0]?.environmentId ?? null,
  })
  if (given.environments.length > 0) {
    await tx
      .insert(jobEnvironment)
      .values(given.environments.map((environment) => ({ workspaceId, jobId: id, ...environment })))
  }
  for (const dependsOnJobId of given.dependsOnJobIds ?? [])
    await tx.insert(jobDependency).values({ workspaceId, jobId: id, dependsOnJobId })
  await announce(tx, { workspaceId, kind: 'pushJobs', ids: [id] })
  return id
}

/** Whether a job of the command has not ended yet on the stack. */
export async function hasUnfinishedJob(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly stackId: string; readonly commandName: JobCommandName },
): Promise<boolean> {
  const rows = await tx
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        eq(job.workspaceId, of.workspaceId),
        eq(job.stackId, of.stackId),
        eq(job.commandName, of.commandName),
        ne(job.status, 'Ended'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** The environments of the stack that a job which has not ended works on. */
export async function listEnvironmentsInUse(tx: Transaction, stackId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ environmentId: jobEnvironment.environmentId })
    .from(jobEnvironment)
    .innerJoin(job, eq(job.id, jobEnvironment.jobId))
    .where(and(eq(job.stackId, stackId), ne(job.status, 'Ended')))
  return new Set(rows.map(({ environmentId }) => environmentId))
}

/** A job of the stack, locked until the transaction ends. */
export async function lockJob(
  tx: Transaction,
  of: { readonly stackId: string; readonly jobId: string },
): Promise<JobRow | null> {
  const [row] = await tx
    .select()
    .from(job)
    .where(and(eq(job.stackId, of.stackId), eq(job.id, of.jobId)))
    .for('update')
  return row ?? null
}

/** Whether a job deploys the validation of a check-only flow out, or has deployed it. */
export async function hasQuickDeployment(tx: Transaction, validatedJobId: string): Promise<boolean> {
  // As the index `job_validated_job_idx` has it.
  const isOfValidation = sql`${job.commandInput} ? 'validatedJobId' and ${job.commandInput}->>'validatedJobId' = ${validatedJobId}`
  const isUnderWayOrDone = or(ne(job.status, 'Ended'), eq(job.outcome, 'Succeeded'))
  return (await tx.$count(job, and(isOfValidation, isUnderWayOrDone))) > 0
}

/** The jobs of the workspace that a screen begins with: all that have not ended, the newest, and the latest of each environment. */
export async function listCurrentJobIds(
  tx: Transaction,
  workspaceId: string,
  newest: number,
): Promise<string[]> {
  const ofWorkspace = eq(job.workspaceId, workspaceId)
  const recent = tx
    .select({ id: job.id })
    .from(job)
    .where(ofWorkspace)
    .orderBy(desc(job.createdUtc))
    .limit(newest)
  const active = tx
    .select({ id: job.id })
    .from(job)
    .where(and(ofWorkspace, ne(job.status, 'Ended')))
  const latest = tx
    .selectDistinctOn([jobEnvironment.environmentId], { id: job.id })
    .from(jobEnvironment)
    .innerJoin(job, eq(job.id, jobEnvironment.jobId))
    // What `latestJob` of the contract shows of an environment.
    .where(
      and(ofWorkspace, eq(job.status, 'Ended'), ne(job.outcome, 'Cancelled'), eq(job.isCheckOnly, false)),
    )
    .orderBy(jobEnvironment.environmentId, desc(job.id))
  const rows = [...(await recent), ...(await active), ...(await latest)]
  return [...new Set(rows.map((row) => row.id))]
}
