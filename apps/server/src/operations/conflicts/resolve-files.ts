import type { ConflictResolution } from '@sluice/contract/conflict'
import type { conflicts } from '@sluice/contract/conflicts'
import { handler } from '../operation.ts'
import { recordConflictEvent } from '../../conflicts/conflict-audit.ts'
import { announceConflict, requireOpen } from '../../conflicts/open-conflict.ts'
import { resolveFilesAs } from '../../conflicts/resolutions.ts'

export const resolveFiles = handler<typeof conflicts.resolveFiles>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId, conflictId } = params
    const { userId } = caller
    const wanted = new Map<string, ConflictResolution>(Object.entries(body.resolutions))
    await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
      await requireOpen(tx, params, ctx.clock)
      await resolveFilesAs(tx, { conflictId, wanted, userId }, ctx.artifacts)
      await announceConflict(tx, params)
      await recordConflictEvent(tx, params, {
        action: 'conflict.filesResolved',
        fileIds: [...wanted.keys()],
        actorUserId: userId,
        ...origin,
      })
    })
  },
)
