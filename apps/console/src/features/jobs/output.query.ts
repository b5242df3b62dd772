import type { Artifact } from '@sluice/contract/artifact'
import type { JobWithNotices } from '@sluice/contract/job'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import type { Network } from '../../platform/network.ts'

export const outputOf = (job: JobWithNotices): Artifact | undefined =>
  job.artifacts.find((artifact) => artifact.type === 'Output')

/** The result of a job as JSON, as it was stored. */
export const outputQuery = (
  { client, network }: { client: SluiceClient; network: Network },
  job: JobWithNotices,
  artifact: Artifact,
) =>
  queryOptions({
    queryKey: ['output', job.id, artifact.id],
    queryFn: async ({ signal }): Promise<unknown> => {
      const params = {
        workspaceId: job.workspaceId,
        stackId: job.stackId,
        jobId: job.id,
        artifactId: artifact.id,
      }
      const { downloadUrl } = await client.jobs.downloadArtifact({ params, signal })
      const response = await network.fetch(downloadUrl, { signal })
      if (!response.ok) throw new Error(`The output could not be downloaded (status ${response.status}).`)
      return await response.json()
    },
    staleTime: Infinity,
  })
