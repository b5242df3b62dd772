import type { ThreadHost } from '../../../platform/threads/serve-thread.ts'
import type { BatchConversation } from './batch-conversation.ts'
import type { ReadingRules } from './entry-batch.ts'
import { openBatchReader } from './read-files.ts'

/** Asks for batches of entries and reads them, while the caller reads others itself. */
export async function readBatches(rules: ReadingRules, host: ThreadHost<BatchConversation>): Promise<void> {
  const reader = openBatchReader(rules)
  let next = host.ask(null)
  try {
    for (let given = await next; given !== null; given = await next) {
      host.signal.throwIfAborted()
      // The next batch is on its way while this one is read.
      next = host.ask(null)
      host.tell({ number: given.number, files: reader.filesOf(given.batch) })
    }
  } finally {
    await next.catch(() => undefined)
  }
}
