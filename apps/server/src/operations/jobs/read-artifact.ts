import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { isGlobalAdministrator } from '../../users/user.ts'
import { findUserById } from '../../users/user-store.ts'
import { findStanding } from '../../members/member-store.ts'
import { findArtifact, readDownloadToken } from '../../jobs/artifact-download.ts'

export const readArtifact = handler<typeof jobs.readArtifact>(async (ctx, { params }) => {
  const claims = await readDownloadToken(ctx, params.downloadToken)
  if (!claims) throw new AppError('userNotAuthorized')
  const { workspaceId, userId } = claims
  const found = await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const user = await findUserById(tx, userId)
    const standing = await findStanding(tx, workspaceId, userId)
    const mayRead =
      standing && (standing.accessLevel !== null || (user && isGlobalAdministrator(ctx.config, user)))
    if (!mayRead) throw new AppError('userNotAuthorized')
    return findArtifact(tx, claims)
  })
  if (!found) throw new AppError('entityNotFound')
  const { contentType, name: fileName, sizeBytes } = found
  const content = await ctx.artifacts.open(found.fileKey).catch((cause: unknown) => {
    throw new AppError('entityNotFound', { cause })
  })
  return { content, contentType, fileName, sizeBytes }
})
