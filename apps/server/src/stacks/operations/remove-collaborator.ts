import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../users/audit-trail.ts'
import { deleteCollaborator, inManagedRepository } from '../collaborator-store.ts'

export const removeCollaborator = handler<typeof stacks.removeCollaborator>(
  async (ctx, { params, caller, origin }) => {
    const { workspaceId, stackId, username } = params
    const { userId } = caller
    await inManagedRepository(ctx, { workspaceId, stackId, userId }, async (tx) => {
      if (!(await deleteCollaborator(tx, { stackId, username }))) throw new AppError('entityNotFound')
      const audit = { workspaceId, subject: { type: 'Stack', id: stackId }, actorUserId: userId }
      const details = { username }
      await recordAudit(tx, { action: 'stack.collaboratorRemoved', ...audit, details, ...origin })
    })
  },
)
