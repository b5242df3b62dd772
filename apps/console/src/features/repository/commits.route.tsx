import type { CommitInList } from '@sluice/contract/repository'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { GitMerge } from 'lucide-react'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { changesText } from './changes-text.ts'
import { Fetched } from './fetched.tsx'
import { type CommitRange, commitListQuery } from './history.query.ts'
import { MoreRows } from './more-rows.tsx'
import { CommitLink } from './repository-links.tsx'
import { RevisionPicker } from './revision-picker.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/commits/$revision',
)({ component: CommitsPage, staticData: { title: 'Commits' } })

function CommitsPage() {
  const { revision } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageHeader
        title="Commits"
        actions={
          <RevisionPicker
            label="Branch"
            revision={revision}
            onChange={(next) => void navigate({ params: (old) => ({ ...old, revision: next }) })}
          />
        }
      />
      <CommitTable key={revision} range={{ revision }} label="Commits" />
    </>
  )
}

/** Commits, newest first, in pages. */
function CommitTable({ range, label }: { range: CommitRange; label: string }) {
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

type Row = CommitInList & { id: string }

const commitColumns: readonly Column<Row>[] = [
  { id: 'subject', label: 'Commit', width: 'auto', cell: (commit) => <Subject commit={commit} /> },
  {
    id: 'changes',
    label: 'Changed',
    width: 'auto',
    cell: ({ changes }) => <span title={changesText(changes)}>{changesText(changes)}</span>,
  },
  { id: 'author', label: 'Author', width: '10rem', cell: ({ authorName }) => visibleText(authorName) },
  { id: 'date', label: 'Date', width: '8rem', cell: ({ authoredUtc }) => <Timestamp moment={authoredUtc} /> },
  {
    id: 'hash',
    label: 'Hash',
    width: '8rem',
    cell: ({ hash }) => <CommitLink className="text-12" hash={hash} />,
  },
]

function Subject({ commit: { hash, subject, isMerge } }: { commit: Row }) {
  const params = useStackParams()
  const text = visibleText(subject) || 'No message'
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {isMerge ? (
        <>
          <GitMerge aria-hidden className="text-fg-3 size-3.5 shrink-0" />
          <span className="sr-only">Merge:</span>
        </>
      ) : null}
      <Link
        to={`${stackPath}/repository/commit/$hash`}
        params={{ ...params, hash }}
        title={text}
        className="hover:text-accent-fg truncate font-medium hover:underline"
      >
        {text}
      </Link>
    </span>
  )
}
