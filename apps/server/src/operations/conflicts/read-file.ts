import { conflictFileVersion } from '@sluice/contract/conflict'
import type { conflicts } from '@sluice/contract/conflicts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { loadConflictFiles } from '../../conflicts/conflict-file-store.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const readFile = handler<typeof conflicts.readFile>(async (ctx, { params, caller }) => {
  const { workspaceId, conflictId, conflictFileId } = params
  const version = conflictFileVersion.safeParse(params.version).data
  const [found] = await ctx.database.inWorkspace(workspaceId, caller.userId, (tx) =>
    loadConflictFiles(tx, [conflictId], [conflictFileId]),
  )
  if (found?.file.isBinary)
    throw new AppError('conflictFileVersionMissing', { detail: 'The file is binary and has no text.' })
  const stored = version && found?.versions.get(version)
  if (!stored) throw new AppError('conflictFileVersionMissing')
  return decoder.decode(await ctx.artifacts.read(stored.fileKey))
})
