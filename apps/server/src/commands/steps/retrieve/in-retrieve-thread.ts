import { extname } from 'node:path'
import { openThreads } from '../../../platform/threads/threads.ts'
import type { PlanInput } from './make-plan.ts'
import { type RetrieveConversation, retrieveErrors } from './retrieve-conversation.ts'

/** One for all jobs: each piece of its work takes some hundredths of a second, too long for the event loop only. */
const thread = openThreads<RetrieveConversation>(
  new URL(`retrieve-thread${extname(import.meta.url)}`, import.meta.url),
  { errors: retrieveErrors, size: 1 },
)

export async function planInThread(input: PlanInput, signal: AbortSignal): Promise<void> {
  await inThread({ plan: input }, signal)
}

/** The bytes that the files of an archive take in it. Raises ArchiveError for a damaged or unsafe one. */
export async function archiveSizeInThread(path: string, signal: AbortSignal): Promise<number> {
  const { sizeBytes } = await inThread({ check: path }, signal)
  return sizeBytes
}

/** It tells nothing on the way and asks nothing. */
const listener = {
  told: () => undefined,
  asked: () => Promise.reject(new Error('A retrieve answers no questions.')),
}

async function inThread(input: RetrieveConversation['input'], signal: AbortSignal) {
  return await thread.run(input, { signal, ...listener })
}
