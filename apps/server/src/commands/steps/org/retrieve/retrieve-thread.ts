// What runs in the thread of the retrieves.
import { serveThread } from '../../../../platform/threads/serve-thread.ts'
import { withArchive } from './archive-files.ts'
import { makePlan } from './make-plan.ts'
import { type RetrieveConversation, retrieveErrors } from './retrieve-conversation.ts'

serveThread<RetrieveConversation>(async (input) => {
  if ('plan' in input) {
    await makePlan(input.plan)
    return { sizeBytes: 0 }
  }
  // Reading the directory is what every guard against unsafe archives looks at.
  return await withArchive(input.check, async (files) => ({
    sizeBytes: files.reduce((total, file) => total + file.compressedSizeBytes, 0),
  }))
}, retrieveErrors)
