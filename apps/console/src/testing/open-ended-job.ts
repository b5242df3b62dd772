import type { JobWithNotices } from '@sluice/contract/job'
import { forever } from './answers.ts'
import { renderAt } from './render-at.tsx'
import { id, sampleJob } from './samples.ts'

/** Opens the page of a job that has succeeded and left this result. */
export function openEndedJob(job: Partial<JobWithNotices>, result: unknown) {
  const output = { id: id(80), name: 'output.json', type: 'Output' as const, sizeBytes: 1_000 }
  const ended = sampleJob({
    status: 'Ended',
    outcome: 'Succeeded',
    endedUtc: '2026-01-31T12:01:00.000Z',
    artifacts: [output],
    ...job,
  })
  return renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [ended] },
    answers: {
      jobs: {
        subscribeToProgress: forever,
        downloadArtifact: { downloadUrl: '/api/artifacts/token' },
        readArtifact: result,
      },
    },
  })
}
