import type { Conflict } from '@sluice/contract/conflict'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Drafts } from './drafts.ts'
import { useConflictParams } from './use-file-operations.ts'

/** How long after the last edit a text is saved. */
const saveDelayMs = 1000

/** The texts of a conflict that are edited on this page. */
export function useDrafts(conflict: Conflict): Drafts {
  const client = useClient()
  const params = useConflictParams(conflict)
  const [drafts] = useState(
    () =>
      new Drafts({
        delayMs: saveDelayMs,
        save: async (conflictFileId, text) =>
          client.conflicts.saveFile({ params: { ...params, conflictFileId, version: 'Target' }, body: text }),
      }),
  )
  return drafts
}
