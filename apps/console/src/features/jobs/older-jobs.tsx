import type { JobWithNotices } from '@sluice/contract/job'
import { limits } from '@sluice/contract/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useSettled } from '../../platform/forms/use-settled.ts'
import type { ListFilter } from '../../platform/tables/list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { filterableTypes } from './job-filter.ts'
import { type JobSearch, jobListQuery } from './job.query.ts'

const noJobs: readonly JobWithNotices[] = []

/** What the server finds beyond the pushed jobs. It is asked only when it may have more jobs than it has pushed. */
export function useOlderJobs({ filter, choice, onlyMine }: ListFilter) {
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  const user = useUser()
  const pushedToAll = useDerived(entities.jobs, sizeOf)
  const text = useSettled(filter.trim(), searchDelayMs)
  const search: JobSearch = {
    ...(isFilterable(choice) && { commandName: choice }),
    ...(onlyMine && user && { createdByUserId: user.id }),
    ...(text !== '' && { text }),
  }
  const query = useInfiniteQuery({
    ...jobListQuery(client, { workspaceId, stackId }, search),
    enabled: pushedToAll >= limits.pushedJobs,
  })
  const jobs = useMemo(() => query.data?.pages.flatMap((page) => page.jobs) ?? noJobs, [query.data])
  const more =
    query.hasNextPage || query.error ? (
      <div className="flex flex-col items-end gap-2">
        <Button size="sm" isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older jobs
        </Button>
        <ErrorPanel heading="There was a problem loading older jobs" error={query.error} />
      </div>
    ) : null
  return { jobs, more, total: query.data?.pages[0]?.total ?? null }
}

const searchDelayMs = 250
const sizeOf = (rows: ReadonlyMap<string, unknown>) => rows.size
const isFilterable = (choice: string): choice is (typeof filterableTypes)[number] =>
  filterableTypes.some((type) => type === choice)
