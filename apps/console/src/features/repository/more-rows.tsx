import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

interface MoreRowsProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
  /** How many rows there are. */
  shown: string
}

/** Says how long a list is, and loads its next page. */
export function MoreRows({ query, shown }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = query
  return (
    <div className="flex flex-col gap-2 pt-2">
      <div className="flex flex-wrap items-center gap-3">
        <output className="text-12 text-fg-2">{shown}</output>
        {hasNextPage ? (
          <Button size="sm" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
      {isFetchingNextPage ? null : <ErrorPanel heading="There was a problem loading more" error={error} />}
    </div>
  )
}
