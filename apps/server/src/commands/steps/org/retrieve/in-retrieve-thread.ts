import { openThreads } from '../../../../platform/threads/threads.ts'
import type { PlanInput } from './make-plan.ts'
import { type RetrieveConversation, retrieveErrors } from './retrieve-conversation.ts'

/** One for all jobs: each piece of its work takes some hundredths of a second, too long for the event loop only. */
const thread = openThreads<RetrieveConversation>(new URL('retrieve-thread.ts', import.meta.url), {
  errors: retrieveErrors,
  size: 1,
})

export async function planInThread(input: PlanInput, signal: AbortSignal): Promise<void> {
  await thread.run({ plan: input }, { signal })
}

/** The bytes that the files of an archive take in it. Raises ArchiveError for a damaged or unsafe one. */
export async function archiveSizeInThread(path: string, signal: AbortSignal): Promise<number> {
  const { sizeBytes } = await thread.run({ check: path }, { signal })
  return sizeBytes
}
