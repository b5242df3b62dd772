import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** How often a page asks again for what other systems change. */
export const pollMs = 60_000

/** Begins the key of everything that is asked for again and again while a workspace is open. */
export const polled = 'polled'

/** Forgets what was polled as soon as the data of the workspace is no longer ready, so that nothing of it shows up later. */
export function useFlushPolled(isReady: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isReady) return undefined
    return () => queryClient.removeQueries({ queryKey: [polled] })
  }, [isReady, queryClient])
}
