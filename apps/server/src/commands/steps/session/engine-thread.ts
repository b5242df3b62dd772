// What runs in the threads of the metadata engine.
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import type { EngineConversation } from './engine-conversation.ts'
import { engineErrors } from './engine-errors.ts'
import { makeOrgCommits } from '../org-changes/make-org-commits.ts'
import { mergeBranches } from '../branch/merge/merge-branches.ts'

serveThread<EngineConversation>(async (input, { signal, tell, ask }) => {
  if ('branchMerge' in input) return await mergeBranches(input.branchMerge, signal)
  await makeOrgCommits(input.orgCommits, {
    signal,
    compared: (compared) => tell({ compared }),
    committing: (committing) => tell({ committing }),
    emailsOf: ask,
  })
  return null
}, engineErrors)
