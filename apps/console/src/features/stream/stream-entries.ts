import type { Conflict } from '@sluice/contract/conflict'
import type { Inquiry } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'

/** Something that happened in a stack, with the job that it happened to. */
export type StreamEntry = { id: string; at: string; job: JobWithNotices } & (
  | { kind: 'created' }
  | { kind: 'cancellationRequested' }
  | { kind: 'ended' }
  | { kind: 'asked'; inquiry: Inquiry }
  | { kind: 'answered'; inquiry: Inquiry }
  | { kind: 'conflict'; conflict: Conflict }
)

interface Happened {
  jobs: readonly JobWithNotices[]
  inquiries: readonly Inquiry[]
  conflicts: readonly Conflict[]
}

/** What happened to the jobs, the newest first. What is about another job is left out. */
export function streamEntries({ jobs, inquiries, conflicts }: Happened): StreamEntry[] {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return [
    ...jobs.flatMap(ofJob),
    ...inquiries.flatMap((inquiry) => ofInquiry(inquiry, byId.get(inquiry.jobId))),
    ...conflicts.flatMap((conflict) => ofConflict(conflict, byId.get(conflict.jobId))),
  ].toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
}

function ofJob(job: JobWithNotices): StreamEntry[] {
  const { createdUtc, cancellationRequestedUtc, endedUtc } = job
  const entries: StreamEntry[] = [{ id: `${job.id} 1`, at: createdUtc, kind: 'created', job }]
  if (cancellationRequestedUtc)
    entries.push({ id: `${job.id} 2`, at: cancellationRequestedUtc, kind: 'cancellationRequested', job })
  if (endedUtc) entries.push({ id: `${job.id} 3`, at: endedUtc, kind: 'ended', job })
  return entries
}

function ofInquiry(inquiry: Inquiry, job: JobWithNotices | undefined): StreamEntry[] {
  if (!job) return []
  const asked: StreamEntry = { id: `${inquiry.id} 1`, at: inquiry.createdUtc, kind: 'asked', inquiry, job }
  if (!inquiry.answeredUtc) return [asked]
  return [asked, { id: `${inquiry.id} 2`, at: inquiry.answeredUtc, kind: 'answered', inquiry, job }]
}

function ofConflict(conflict: Conflict, job: JobWithNotices | undefined): StreamEntry[] {
  return job ? [{ id: conflict.id, at: conflict.createdUtc, kind: 'conflict', conflict, job }] : []
}
