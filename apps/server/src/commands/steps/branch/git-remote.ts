import type { Remote } from '@sluice/git/remote'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { JobFailure } from '../../../durable/run-errors.ts'
import { stack as stackTable } from '../../../platform/database/schema/stacks.ts'
import type { TargetJob, TargetStack } from '../session/flow-target.ts'

/** How a job reaches the stack's repository. The built-in host is a remote like any other, with a credential per job. */
export async function gitRemoteOf(
  ctx: Context,
  target: { readonly job: TargetJob; readonly stack: TargetStack },
): Promise<Remote> {
  const { job, stack } = target
  const managed = stack.managedRepository
  if (managed === null) return await customRemote(ctx, target)
  const url = ctx.gitHost.urlOf(managed.name)
  const credential = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    ctx.gitHost.issueJobCredential(tx, {
      jobId: job.id,
      workspaceId: job.workspaceId,
      repositoryId: managed.id,
    }),
  )
  return { url, ...credential, allowHttpOrigin: new URL(url).origin }
}

async function customRemote(
  ctx: Context,
  { job, stack }: { job: TargetJob; stack: TargetStack },
): Promise<Remote> {
  const [row] = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    tx.select().from(stackTable).where(eq(stackTable.id, stack.id)),
  )
  if (row === undefined) throw new JobFailure('The stack no longer exists.')
  if (row.gitUsername === null || row.gitPasswordSealed === null) return { url: row.gitRepositoryUrl }
  if (row.dataKeyWrapped === null) throw new JobFailure('The stack has no encryption key.')
  const password = ctx.secrets.open(
    { ownerId: row.id, wrapped: row.dataKeyWrapped },
    { table: 'stack', column: 'git_password_sealed', rowId: row.id },
    row.gitPasswordSealed,
  )
  return { url: row.gitRepositoryUrl, username: row.gitUsername, password }
}
