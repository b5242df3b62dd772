import { useSyncExternalStore } from 'react'

/** How far the job is that the open page follows; the title of the page shows it too. */
let followed: { jobId: string; percent: number } | null = null
const listeners = new Set<() => void>()

export function rememberPercent(jobId: string, percent: number | null): void {
  if (percent === null && followed?.jobId !== jobId) return
  followed = percent === null ? null : { jobId, percent }
  for (const listener of listeners) listener()
}

/** Null where it is not known. */
export const useJobPercent = (jobId: string | undefined): number | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (followed?.jobId === jobId ? (followed?.percent ?? null) : null),
  )
