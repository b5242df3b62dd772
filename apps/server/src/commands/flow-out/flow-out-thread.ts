// What runs in the threads of the flows out.
import { serveThread } from '../../platform/threads/serve-thread.ts'
import { engineErrors } from '../steps/session/engine-errors.ts'
import { makeDeltaArchive } from './delta-archive.ts'
import type { FlowOutConversation } from './flow-out-conversation.ts'
import { makeDiff } from './make-diff.ts'

serveThread<FlowOutConversation>(async (input, { signal }) => {
  if ('archive' in input) return await makeDeltaArchive(input.archive, signal)
  await makeDiff(input.diff, signal)
  return 0
}, engineErrors)
