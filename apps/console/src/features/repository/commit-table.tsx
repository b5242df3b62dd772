import type { CommitInList } from '@sluice/contract/repository'
import { useInfiniteQuery } from '@tanstack/react-query'
import { plural } from '../../platform/format/plural.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { commitColumns } from './commit-columns.tsx'
import { Fetched } from './fetched.tsx'
import { MoreRows } from './more-rows.tsx'
import { type CommitRange, commitListQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'

/** Commits, newest first, in pages. */
export function CommitTable({ range, label }: { range: CommitRange; label: string }) {
  const query = useInfiniteQuery(commitListQuery(useRepositorySource(), range))
  return (
    <Fetched
      query={query}
      what="the commits"
      missing="There is no such branch or commit"
      loading={<TableSkeleton isTwoLine={false} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ commits }) => commits).map(toRow)
        return (
          <DataTable
            label={label}
            columns={commitColumns}
            groups={[{ title: '', rows }]}
            rowName={({ subject }) => subject}
            empty={<EmptyState title="There are no commits" />}
            footer={<MoreRows query={query} shown={`Showing ${plural(rows.length, 'commit')}`} />}
          />
        )
      }}
    </Fetched>
  )
}

const toRow = (commit: CommitInList) => ({ ...commit, id: commit.hash })
