import type { conflicts } from '@sluice/contract/conflicts'
import { handler } from '../operation.ts'
import { recordConflictEvent } from '../../conflicts/conflict-audit.ts'
import { announceConflict, requireOpen } from '../../conflicts/open-conflict.ts'
import { resetFilesOf } from '../../conflicts/resolutions.ts'

export const resetFile = handler<typeof conflicts.resetFile>(async (ctx, { params, caller, origin }) => {
  const { workspaceId, conflictId, conflictFileId } = params
  const { userId } = caller
  await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    await requireOpen(tx, params, ctx.clock)
    await resetFilesOf(tx, { conflictId, ids: [conflictFileId], userId })
    await announceConflict(tx, params)
    await recordConflictEvent(tx, params, {
      action: 'conflict.filesReset',
      fileIds: [conflictFileId],
      actorUserId: userId,
      ...origin,
    })
  })
})
