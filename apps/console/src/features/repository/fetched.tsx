import type { ReactNode } from 'react'
import { isProblem } from '../../platform/api/problem.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

interface FetchedProps<T> {
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What is loaded, as the end of a sentence: `the commit`. */
  what: string
  /** What it says when there is no such thing. */
  missing: string
  loading: ReactNode
  children: (loaded: T) => ReactNode
}

/** What was fetched; before that its place, and otherwise why it cannot be shown. */
export function Fetched<T>({ query, what, missing, loading, children }: FetchedProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null || isFetching) return loading
  if (isProblem(error, 'entityNotFound'))
    return (
      <EmptyState title={missing}>
        <p>It may have been deleted, or the address is not right.</p>
      </EmptyState>
    )
  return (
    <ErrorPanel
      heading={`There was a problem loading ${what}`}
      error={error}
      actions={<Button onClick={() => void refetch()}>Retry</Button>}
    />
  )
}
