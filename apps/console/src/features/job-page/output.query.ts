import type { Artifact } from '@sluice/contract/artifact'
import type { JobWithNotices } from '@sluice/contract/job'
import { outputAutoLoadBytes } from '@sluice/contract/limits'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import type { Network } from '../../platform/network.ts'

export const outputOf = (job: JobWithNotices): Artifact | undefined =>
  job.artifacts.find((artifact) => artifact.type === 'Output')

/** A larger output is loaded when somebody asks for it. */
export const loadsByItself = ({ sizeBytes }: Artifact): boolean => sizeBytes <= outputAutoLoadBytes

interface Doors {
  readonly client: SluiceClient
  readonly network: Network
}

async function readOutput(
  { client, network }: Doors,
  { job, artifact }: { job: JobWithNotices; artifact: Artifact },
  signal: AbortSignal,
): Promise<unknown> {
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
}

/** The result of a job as JSON, as it was stored. */
export const outputQuery = (doors: Doors, job: JobWithNotices, artifact: Artifact | undefined) =>
  queryOptions({
    queryKey: ['output', job.id, artifact?.id],
    queryFn: artifact ? ({ signal }) => readOutput(doors, { job, artifact }, signal) : skipToken,
    staleTime: Infinity,
  })
