import type { JobWithNotices } from '@sluice/contract/job'
import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { useNetwork } from '../../platform/network-context.tsx'
import { followProgress, type ProgressState } from './progress-feed.ts'

/** The live progress of a job while this is on the page. */
export function useProgress({ workspaceId, stackId, id: jobId }: JobWithNotices): ProgressState {
  const client = useClient()
  const network = useNetwork()
  const { apiBaseAddress } = useConfig()
  const [state, setState] = useState<ProgressState>({ kind: 'connecting' })
  useEffect(
    () =>
      followProgress({
        subscribe: () => client.jobs.subscribeToProgress({ params: { workspaceId, stackId, jobId } }),
        open: (events) => network.openLine(`${apiBaseAddress}/progress`, events),
        onState: setState,
      }),
    [client, network, apiBaseAddress, workspaceId, stackId, jobId],
  )
  return state
}
