import type { JobWithNotices } from '@sluice/contract/job'
import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { followProgress, type ProgressState } from './progress-feed.ts'

function openSocket(): WebSocket {
  const { protocol, host } = globalThis.location
  return new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/api/progress`)
}

/** The live progress of a job while this is on the page. */
export function useProgress({ workspaceId, stackId, id: jobId }: JobWithNotices): ProgressState {
  const client = useClient()
  const [state, setState] = useState<ProgressState>({ kind: 'connecting' })
  useEffect(
    () =>
      followProgress({
        subscribe: () => client.jobs.subscribeToProgress({ params: { workspaceId, stackId, jobId } }),
        open: openSocket,
        onState: setState,
      }),
    [client, workspaceId, stackId, jobId],
  )
  return state
}
