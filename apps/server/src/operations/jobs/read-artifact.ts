import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findActor } from '../../members/find-actor.ts'
import { findArtifact, readDownloadToken } from '../../jobs/artifact-download.ts'

export const readArtifact = handler<typeof jobs.readArtifact>(async (ctx, { params }) => {
  const claims = await readDownloadToken(ctx, params.downloadToken)
  if (!claims) throw new AppError('userNotAuthorized')
  const { workspaceId, userId } = claims
  const found = await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    if ((await findActor(ctx, tx, { workspaceId, userId })) === null) throw new AppError('userNotAuthorized')
    return findArtifact(tx, claims)
  })
  if (!found) throw new AppError('entityNotFound')
  const { contentType, name: fileName, sizeBytes } = found
  const content = await ctx.artifacts.open(found.fileKey).catch((cause: unknown) => {
    throw new AppError('entityNotFound', { cause })
  })
  return { content, contentType, fileName, sizeBytes }
})
