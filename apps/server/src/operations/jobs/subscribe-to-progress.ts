import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { issueProgressToken } from '../../jobs/progress-token.ts'

export const subscribeToProgress = handler<typeof jobs.subscribeToProgress>(
  async (ctx, { params, caller }) => {
    const { workspaceId, jobId } = params
    const { userId } = caller
    return {
      serviceBusFullyQualifiedNamespace: new URL(ctx.config.publicUrl).host,
      topicName: `job-progress/${jobId}`,
      name: `${jobId}-${userId}`,
      topicSasToken: await issueProgressToken(ctx, { jobId, workspaceId, userId }),
    }
  },
)
