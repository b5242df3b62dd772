import type { workspaces } from '@sluice/contract/workspaces'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { listStacks } from '../../stacks/stack-store.ts'
import { deleteWorkspace } from '../../workspaces/workspace-store.ts'

const deleteOperation = handler<typeof workspaces.delete>(async (ctx, { params, caller, origin }) => {
  const { workspaceId } = params
  await ctx.database.asSystem(async (tx) => {
    const stacks = await listStacks(tx, workspaceId)
    if (stacks.length > 0) throw new AppError('nonEmptyWorkspaceNotDeletable')
    await deleteWorkspace(tx, workspaceId)
    await announce(tx, { workspaceId, kind: 'deleteEntities', ids: [`Workspace:${workspaceId}`] })
    const subject = { type: 'Workspace', id: workspaceId }
    await recordAudit(tx, {
      action: 'workspace.deleted',
      workspaceId,
      subject,
      actorUserId: caller.userId,
      ...origin,
    })
  })
})

export { deleteOperation as delete }
