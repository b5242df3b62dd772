import type { conflicts } from '@sluice/contract/conflicts'
import { handler } from '../operation.ts'
import { recordConflictEvent } from '../../conflicts/conflict-audit.ts'
import { announceConflict, requireOpen } from '../../conflicts/open-conflict.ts'
import { resolveFilesAs } from '../../conflicts/resolutions.ts'

export const resolveFile = handler<typeof conflicts.resolveFile>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId, conflictId, conflictFileId } = params
    const { userId } = caller
    const wanted = new Map([[conflictFileId, body.resolution]])
    await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
      await requireOpen(tx, params, ctx.clock)
      await resolveFilesAs(tx, { conflictId, wanted, userId }, ctx.artifacts)
      await announceConflict(tx, params)
      await recordConflictEvent(tx, params, {
        action: 'conflict.filesResolved',
        fileIds: [conflictFileId],
        actorUserId: userId,
        ...origin,
      })
    })
  },
)
