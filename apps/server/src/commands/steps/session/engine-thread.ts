// What runs in the threads of the metadata engine.
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import type { EngineConversation } from './engine-conversation.ts'
import { engineErrors } from './engine-errors.ts'
import { makeOrgCommits } from '../org-changes/make-org-commits.ts'
import { commitWithManifest } from '../branch/manifest-commit.ts'

serveThread<EngineConversation>(async (input, { signal, tell, ask }) => {
  if ('manifestCommit' in input) return await commitWithManifest(input.manifestCommit, signal)
  await makeOrgCommits(input.orgCommits, {
    signal,
    compared: (compared) => tell({ compared }),
    committing: (committing) => tell({ committing }),
    emailsOf: ask,
  })
  return null
}, engineErrors)
