import type { JobWithNotices } from '@sluice/contract/job'
import { flowInResult } from '@sluice/contract/job-commands/flow-in'
import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../platform/api/client-context.tsx'
import { useNetwork } from '../../../platform/network-context.tsx'
import { formatBytes } from '../../../platform/format/bytes.ts'
import { formatDuration } from '../../../platform/format/duration.ts'
import { formatNumber } from '../../../platform/format/plural.ts'
import { DisclosureCard } from '../../../platform/ui/disclosure-card.tsx'
import { outputOf, outputQuery } from '../output.query.ts'
import { Facts } from '../../jobs/result-section.tsx'

/** Numbers of an ended job. They come with the output, which the result section loads. */
export function JobStats({ job }: { job: JobWithNotices }) {
  const artifact = outputOf(job)
  if (!artifact) return null
  return (
    <DisclosureCard title="Stats">
      <LoadedStats job={job} artifact={artifact} />
    </DisclosureCard>
  )
}

function LoadedStats({
  job,
  artifact,
}: {
  job: JobWithNotices
  artifact: NonNullable<ReturnType<typeof outputOf>>
}) {
  const from = { client: useClient(), network: useNetwork() }
  const { data } = useQuery({ ...outputQuery(from, job, artifact), enabled: false })
  const groups = data === undefined ? [] : statsOf(data)
  if (groups.length === 0) return <p className="text-fg-2 px-4 py-3">No stats are available.</p>
  return groups.map(({ title, facts }) => (
    <section key={title} aria-label={title} className="border-line border-t first:border-0">
      <h3 className="px-4 pt-3 font-semibold">{title}</h3>
      <Facts facts={facts.map(([label, value]) => ({ label, value }))} />
    </section>
  ))
}

interface StatsGroup {
  title: string
  facts: [string, ReactNode][]
}

function statsOf(output: unknown): StatsGroup[] {
  const flowIn = flowInResult.pick({ stats: true }).safeParse(output)
  if (flowIn.success) {
    const { retrieval, in: commits } = flowIn.data.stats
    return [
      {
        title: 'Retrieval',
        facts: [
          ['Packages', formatNumber(retrieval.packages)],
          ['Batches', formatNumber(retrieval.batches)],
          ['Components', formatNumber(retrieval.components)],
          ['Size', formatBytes(retrieval.bytes)],
          ['Total time', formatDuration(retrieval.totalTime)],
        ],
      },
      {
        title: 'In',
        facts: [
          ['Commit branches', formatNumber(commits.commitBranches)],
          ['Commits', formatNumber(commits.commits)],
          ['Files committed', formatNumber(commits.filesCommitted)],
        ],
      },
    ]
  }
  const flowOut = flowOutResult.pick({ stats: true }).safeParse(output)
  if (!flowOut.success) return []
  const { stats } = flowOut.data
  return [
    {
      title: 'Out',
      facts: [
        ['Added', formatNumber(stats.added)],
        ['Modified', formatNumber(stats.modified)],
        ['Deleted', formatNumber(stats.deleted)],
        ['Unchanged', stats.unchanged === null ? '—' : formatNumber(stats.unchanged)],
        ['Items', formatNumber(stats.items)],
        ['Attempts', formatNumber(stats.attempts)],
        ['Succeeded', formatNumber(stats.succeeded)],
        ['Failed', formatNumber(stats.failed)],
        ['Total components', formatNumber(stats.totalComponents)],
      ],
    },
  ]
}
