import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'

export type BannerKind = 'running' | 'failed' | 'prompt'

/** The newest InitializeStack job of a stack. */
export function latestInitialization(jobs: Iterable<JobWithNotices>, stackId: string): JobWithNotices | null {
  let latest: JobWithNotices | null = null
  for (const job of jobs) {
    if (job.stackId !== stackId || job.commandName !== 'InitializeStack') continue
    if (!latest || job.createdUtc > latest.createdUtc) latest = job
  }
  return latest
}

/** Which of the three banners an uninitialized stack shows. */
export function bannerKind(latest: JobWithNotices | null): BannerKind {
  if (latest && isUnfinished(latest)) return 'running'
  return latest?.outcome === 'Failed' ? 'failed' : 'prompt'
}
