import { conflictFileVersion as versionName } from '@sluice/contract/conflict'
import { isEditable } from '@sluice/contract/conflict-rules'
import type { conflicts } from '@sluice/contract/conflicts'
import { and, eq } from 'drizzle-orm'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { conflictFile, conflictFileVersion } from '../../platform/database/schema/conflicts.ts'
import { loadConflictFiles } from '../../conflicts/conflict-file-store.ts'
import { recordConflictEvent } from '../../conflicts/conflict-audit.ts'
import { announceConflict, requireOpen } from '../../conflicts/open-conflict.ts'
import { modifiedBy, unresolved } from '../../conflicts/resolutions.ts'

/** The file is not resolved afterwards, so that a result that somebody accepted never changes unseen. */
export const saveFile = handler<typeof conflicts.saveFile>(async (ctx, { params, body, caller, origin }) => {
  const { workspaceId, conflictId, conflictFileId, version } = params
  requireTarget(version)
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    await requireOpen(tx, params, ctx.clock)
    const [found] = await loadConflictFiles(tx, [conflictId], [conflictFileId])
    if (!found || !isEditable(found.file))
      throw new AppError('conflictFilesInvalid', { detail: 'This file cannot be edited.' })
    const file = await ctx.artifacts.store(workspaceId, body)
    await tx
      .update(conflictFileVersion)
      .set(file)
      .where(
        and(
          eq(conflictFileVersion.conflictFileId, conflictFileId),
          eq(conflictFileVersion.version, 'Target'),
        ),
      )
    await tx
      .update(conflictFile)
      .set({ ...unresolved, ...modifiedBy(caller.userId) })
      .where(eq(conflictFile.id, conflictFileId))
    await announceConflict(tx, params)
    await recordConflictEvent(tx, params, {
      action: 'conflict.fileSaved',
      fileIds: [conflictFileId],
      actorUserId: caller.userId,
      ...origin,
    })
  })
})

function requireTarget(version: string): void {
  if (version === 'Target') return
  if (!versionName.safeParse(version).success) throw new AppError('conflictFileVersionMissing')
  throw new AppError('conflictFilesInvalid', { detail: 'Only the version Target of a file can be saved.' })
}
