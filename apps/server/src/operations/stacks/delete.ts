import { canDeleteStack } from '@sluice/contract/stack'
import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../operation.ts'
import { listEnvironments } from '../../environments/environment-store.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { releaseRepository } from '../../stacks/managed-repository-store.ts'
import { deleteStack, hasUnfinishedJobs } from '../../stacks/stack-store.ts'

const unfinishedJob = 'A job of the stack has not ended. Cancel the job or wait for its end and try again.'

const deleteOperation = handler<typeof stacks.delete>(async (ctx, { params, caller, origin }) => {
  const { workspaceId, stackId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    // It locks the stack. What a job that ends now has made is seen below.
    const isInUse = await hasUnfinishedJobs(tx, stackId)
    const environments = await listEnvironments(tx, workspaceId, [stackId])
    if (!canDeleteStack(environments)) throw new AppError('nonEmptyStackNotDeletable')
    if (isInUse) throw new AppError('nonEmptyStackNotDeletable', { detail: unfinishedJob })
    await releaseRepository(tx, stackId, ctx.clock.now())
    await deleteStack(tx, stackId)
    await announce(tx, { workspaceId, kind: 'deleteEntities', ids: [`Stack:${stackId}`] })
    const subject = { type: 'Stack', id: stackId }
    await recordAudit(tx, {
      action: 'stack.deleted',
      workspaceId,
      subject,
      actorUserId: caller.userId,
      ...origin,
    })
  })
})

export { deleteOperation as delete }
