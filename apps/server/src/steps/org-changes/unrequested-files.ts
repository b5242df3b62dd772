import type { NoticeBody } from '@sluice/contract/notice'
import type { Run } from '../../durable/run.ts'

/** Files that Salesforce sent and nobody asked for. */
export type UnrequestedFiles = NoticeBody<'UnrequestedFiles'>

const shown = 20

/** The first files by path below the metadata directory, and how many there are. */
export const unrequestedFiles = (paths: readonly string[]): UnrequestedFiles => ({
  files: paths.slice(0, shown),
  count: paths.length,
})

/** Says on the job's timeline, once, that they were left out; says nothing when there are none. */
export async function noticeUnrequested(run: Run, unrequested: UnrequestedFiles): Promise<void> {
  if (unrequested.count === 0) return
  await run.notice('UnrequestedFiles', { ...unrequested })
}
