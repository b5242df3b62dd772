import type { workspaces } from '@sluice/contract/workspaces'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { createWorkspace } from '../../workspaces/new-workspace.ts'

export const create = handler<typeof workspaces.create>(async (ctx, { body, caller, origin }) =>
  ctx.database.asSystem(async (tx) => {
    const made = await createWorkspace(ctx, tx, { ...body, creatorUserId: caller.userId })
    if (!made) throw new AppError('entityConflict')
    const { id, slug } = made
    const audit = { workspaceId: id, actorUserId: caller.userId, subject: { type: 'Workspace', id } }
    await recordAudit(tx, { action: 'workspace.created', ...audit, ...origin })
    return { id, slug }
  }),
)
