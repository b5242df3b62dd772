import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { JobWithNotices } from '@sluice/contract/job'

/** The types that the list can be narrowed to; Onboarding shows when no type is chosen. */
export const filterableTypes = [
  'CreateEnvironment',
  'DeleteEnvironment',
  'FlowIn',
  'FlowMerge',
  'FlowOut',
  'InitializeStack',
  'RunApexTests',
] as const satisfies JobCommandName[]

interface JobFilter {
  text: string
  type: string
  createdByUserId: string | null
  titleOf: (job: JobWithNotices) => string
}

export function shownJobs(jobs: readonly JobWithNotices[], filter: JobFilter): JobWithNotices[] {
  const wanted = filter.text.trim().toLowerCase()
  return jobs.filter(
    (job) =>
      (filter.type === '' || job.commandName === filter.type) &&
      (filter.createdByUserId === null || job.createdByUserId === filter.createdByUserId) &&
      (wanted === '' || `${filter.titleOf(job)} ${job.id}`.toLowerCase().includes(wanted)),
  )
}

/** Newest first; jobs of one moment keep a fixed order. */
export const newestFirst = (a: JobWithNotices, b: JobWithNotices): number =>
  b.createdUtc.localeCompare(a.createdUtc) || b.id.localeCompare(a.id)
