// Reads batches of entries for a flow in that reads others itself.
import { serveThread } from '../../../../platform/threads/serve-thread.ts'
import { engineErrors } from '../../session/engine-errors.ts'
import type { BatchConversation } from './batch-conversation.ts'
import { openBatchReader } from './read-files.ts'

serveThread<BatchConversation>(async (rules, { signal, ask, tell }) => {
  const reader = openBatchReader(rules)
  let coming = ask(null)
  try {
    for (let given = await coming; given !== null; given = await coming) {
      signal.throwIfAborted()
      // The next one comes while this one is being read.
      coming = ask(null)
      tell({ number: given.number, files: reader.filesOf(given.batch) })
    }
  } finally {
    await coming.catch(() => undefined)
  }
}, engineErrors)
