import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { issueDownloadToken } from '../../jobs/artifact-download.ts'

export const downloadArtifact = handler<typeof jobs.downloadArtifact>(async (ctx, { params, caller }) => {
  const { workspaceId, artifactId } = params
  const token = await issueDownloadToken(ctx, { workspaceId, artifactId, userId: caller.userId })
  return { downloadUrl: `/api/artifacts/${token}` }
})
