import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { CommandJob } from '../../durable/job-command.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { job as jobTable } from '../../platform/database/schema/jobs.ts'
import { managedRepository, stack as stackTable } from '../../platform/database/schema/stacks.ts'
import type { KeptRepository } from '../../stacks/github-repository.ts'
import type { StackRow } from '../../stacks/stack-store.ts'

/** The stack of a job, as far as commands need it. Secrets are read where they are used and never stand here. */
export interface TargetStack {
  readonly id: string
  readonly name: string
  readonly isInitialized: boolean
  readonly metadataDirectoryRelativePath: string
  readonly metadataLayout: StackRow['metadataLayout']
  /** Values that belong to one org are not stored in Git. */
  readonly ensureMetadataIsPortable: boolean
  /** The user that the stack was connected with. */
  readonly username: string | null
  readonly gitRepositoryUrl: string
  readonly managedRepository: (KeptRepository & { readonly id: string }) | null
}

/** What is known of the equality of org and branch. */
export interface Parity {
  readonly inbound: string | null
  readonly outbound: string | null
  readonly revisionNumber: number | null
  /** The newest change set that the last full retrieve knew of. */
  readonly externalDeploymentId: string | null
  readonly componentStateRevisionId: string | null
  /** Keys of components of that set which a flow in of the same job has settled, and not recorded yet. */
  readonly settled?: readonly string[]
  readonly isUncertain: boolean
}

export interface TargetEnvironment {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly branch: string
  readonly isProduction: boolean
  readonly isInitialized: boolean
  readonly sandboxName: string | null
  readonly username: string | null
  readonly parity: Parity
}

export interface TargetJob {
  readonly id: string
  readonly workspaceId: string
  readonly createdUtc: string
  readonly createdByUserId: string | null
}

export interface FlowTarget {
  readonly job: TargetJob
  readonly stack: TargetStack
  readonly environment: TargetEnvironment
}

/** Loads what a flow works on. The environment is read again under its lock, because another job may have changed it. */
export async function loadFlowTarget(
  ctx: Context,
  job: CommandJob,
  environmentId: string,
): Promise<FlowTarget> {
  const owner = await loadStackTarget(ctx, job)
  const [row] = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    tx
      .select()
      .from(environment)
      .where(and(eq(environment.id, environmentId), eq(environment.stackId, job.stackId))),
  )
  if (row === undefined) throw new JobFailure('The environment no longer exists.')
  return { ...owner, environment: targetEnvironment(row, owner.stack) }
}

export async function loadStackTarget(
  ctx: Context,
  job: CommandJob,
): Promise<Omit<FlowTarget, 'environment'>> {
  return await ctx.database.inWorkspace(job.workspaceId, null, async (tx) => {
    const [stack] = await tx.select().from(stackTable).where(eq(stackTable.id, job.stackId))
    const [created] = await tx
      .select({ createdUtc: jobTable.createdUtc })
      .from(jobTable)
      .where(eq(jobTable.id, job.id))
    const [managed] = await tx
      .select({
        id: managedRepository.id,
        name: managedRepository.name,
        gitHubUrl: managedRepository.gitHubUrl,
        gitHubId: managedRepository.gitHubId,
      })
      .from(managedRepository)
      .where(eq(managedRepository.stackId, job.stackId))
    if (stack === undefined || created === undefined) throw new JobFailure('The stack no longer exists.')
    return {
      job: {
        id: job.id,
        workspaceId: job.workspaceId,
        createdUtc: created.createdUtc.toISOString(),
        createdByUserId: job.createdByUserId,
      },
      stack: {
        id: stack.id,
        name: stack.name,
        isInitialized: stack.isInitialized,
        metadataDirectoryRelativePath: stack.metadataDirectoryRelativePath,
        metadataLayout: stack.metadataLayout,
        ensureMetadataIsPortable: stack.ensureMetadataIsPortable,
        username: stack.sfdcBaseUsername,
        gitRepositoryUrl: stack.gitRepositoryUrl,
        managedRepository: stack.gitRepositoryIsManaged ? (managed ?? null) : null,
      },
    }
  })
}

export function targetEnvironment(
  row: typeof environment.$inferSelect,
  stack: Pick<TargetStack, 'username'>,
): TargetEnvironment {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    branch: row.gitBranchName,
    isProduction: row.isProduction,
    isInitialized: row.isInitialized,
    sandboxName: row.sfdcSandboxName,
    username: row.sfdcUsername ?? (row.isProduction ? stack.username : null),
    parity: {
      inbound: row.latestKnownParityCommitHash,
      outbound: row.latestKnownParityCommitHashOutbound,
      revisionNumber: row.latestKnownParityRevisionNumber,
      externalDeploymentId: row.latestExternalDeploymentIdOnLastFullRetrieve,
      componentStateRevisionId: row.componentStateRevisionId,
      isUncertain: row.needsFullRetrieve,
    },
  }
}
