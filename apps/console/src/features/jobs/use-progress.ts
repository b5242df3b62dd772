import type { JobWithNotices } from '@sluice/contract/job'
import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { openLine } from '../../platform/push/open-line.ts'
import { followProgress, type ProgressState } from './progress-feed.ts'

/** The live progress of a job while this is on the page. */
export function useProgress({ workspaceId, stackId, id: jobId }: JobWithNotices): ProgressState {
  const client = useClient()
  const [state, setState] = useState<ProgressState>({ kind: 'connecting' })
  useEffect(
    () =>
      followProgress({
        subscribe: () => client.jobs.subscribeToProgress({ params: { workspaceId, stackId, jobId } }),
        open: (events) => openLine('/api/progress', events),
        onState: setState,
      }),
    [client, workspaceId, stackId, jobId],
  )
  return state
}
