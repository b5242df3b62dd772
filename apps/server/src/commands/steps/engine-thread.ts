// What runs in the threads of the metadata engine.
import { serveThread } from '../../platform/threads/serve-thread.ts'
import { type EngineConversation, engineErrors } from './engine-conversation.ts'
import { makeOrgCommits } from './make-org-commits.ts'

serveThread<EngineConversation>(
  (input, { signal, tell, ask }) =>
    makeOrgCommits(input, {
      signal,
      compared: (compared) => tell({ compared }),
      committing: (committing) => tell({ committing }),
      emailsOf: ask,
    }),
  engineErrors,
)
