import type { Repository } from '@sluice/git/git'
import type { PushCommand } from '@sluice/git/push-commands'
import { resolveCommit } from '@sluice/git/rev-parse'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { signalDifference } from '../differences/difference-signals.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { GitCaller } from './git-caller.ts'
import type { ManagedRepository } from './managed-repository.ts'
import type { EnvironmentBranch } from './push-rules.ts'

export async function environmentBranches(
  ctx: Pick<Context, 'database'>,
  repository: ManagedRepository,
): Promise<EnvironmentBranch[]> {
  const rows = await ctx.database.inWorkspace(repository.workspaceId, null, (tx) =>
    tx
      .select({ branch: environment.gitBranchName, createdByUserId: environment.createdByUserId })
      .from(environment)
      .where(eq(environment.stackId, repository.stackId)),
  )
  return rows.map(({ branch, createdByUserId }) => ({ ref: `refs/heads/${branch}`, createdByUserId }))
}

/** Writes down what was asked for and what came of it, read from the repository itself. */
export async function recordPush(
  ctx: Pick<Context, 'database'>,
  push: {
    caller: GitCaller
    repository: ManagedRepository
    onDisk: Repository
    commands: readonly PushCommand[]
    ipAddress: string
  },
): Promise<void> {
  const { caller, repository, onDisk, commands, ipAddress } = push
  const refs = await Promise.all(
    commands.slice(0, 100).map(async (command) => {
      const now = await resolveCommit(onDisk, command.ref).catch(() => null)
      return { ...command, isDone: now === command.newHash }
    }),
  )
  const { workspaceId, stackId } = repository
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    await signalDifference(tx, { what: 'branches', workspaceId, stackId })
    await recordAudit(tx, {
      action: 'repository.pushed',
      actorUserId: caller.userId,
      workspaceId,
      subject: { type: 'ManagedRepository', id: repository.id },
      details: { as: caller.kind, jobId: caller.jobId, collaborator: caller.collaborator, refs },
      ipAddress,
    })
  })
}
