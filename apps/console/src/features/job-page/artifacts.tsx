import type { Artifact } from '@sluice/contract/artifact'
import type { JobWithNotices } from '@sluice/contract/job'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useClient } from '../../platform/api/client-context.tsx'
import { formatBytes } from '../../platform/format/bytes.ts'
import { Button } from '../../platform/ui/button.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

const kinds: Record<Artifact['type'], string> = {
  Output: 'Output',
  RetrievedMetadataArchive: 'Retrieved metadata archive',
  DeploymentDeltaArchive: 'Deployment delta archive',
  JUnitTestResults: 'JUnit test results',
  Log: 'Log',
}

export function Artifacts({ job }: { job: JobWithNotices }) {
  return (
    <DisclosureCard title={`Artifacts (${job.artifacts.length})`}>
      {job.artifacts.length === 0 ? (
        <p className="text-fg-2 px-4 py-3">The job has left no files.</p>
      ) : (
        <ul>
          {job.artifacts.map((artifact) => (
            <ArtifactRow key={artifact.id} job={job} artifact={artifact} />
          ))}
        </ul>
      )}
    </DisclosureCard>
  )
}

function ArtifactRow({ job, artifact }: { job: JobWithNotices; artifact: Artifact }) {
  const client = useClient()
  const download = useMutation({
    mutationFn: async () => {
      const params = {
        workspaceId: job.workspaceId,
        stackId: job.stackId,
        jobId: job.id,
        artifactId: artifact.id,
      }
      const { downloadUrl } = await client.jobs.downloadArtifact({ params })
      const link = document.createElement('a')
      link.href = downloadUrl
      link.download = artifact.name
      link.click()
    },
  })
  return (
    <li className="border-line flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1 last:border-0">
      <span className="min-w-0 grow font-medium wrap-anywhere">{artifact.name}</span>
      <span className="text-12 text-fg-2">{kinds[artifact.type]}</span>
      <span className="text-12 text-fg-2 w-20 text-right tabular-nums">
        {formatBytes(artifact.sizeBytes)}
      </span>
      <Button
        size="sm"
        aria-label={`Download ${artifact.name}`}
        isPending={download.isPending}
        onClick={() => download.mutate()}
      >
        <Download aria-hidden /> Download
      </Button>
      <ErrorPanel
        className="w-full"
        heading="There was a problem downloading the file"
        error={download.error}
      />
    </li>
  )
}
