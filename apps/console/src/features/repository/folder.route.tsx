import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { formatNumber } from '../../platform/format/plural.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { entryColumns } from './entry-columns.tsx'
import { Fetched } from './fetched.tsx'
import { MoreRows } from './more-rows.tsx'
import { PathCrumbs } from './path-crumbs.tsx'
import { folderQuery } from './file.query.ts'
import { RevisionPicker } from './revision-picker.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/tree/$revision',
)({
  validateSearch: z.object({ path: z.string().catch('') }),
  component: FolderPage,
  staticData: { title: 'Files' },
})

function FolderPage() {
  const { revision } = Route.useParams()
  const { path } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageHeader
        title="Files"
        meta={<PathCrumbs revision={revision} path={path} />}
        actions={
          <RevisionPicker
            label="Branch"
            revision={revision}
            onChange={(next) =>
              void navigate({ params: (old) => ({ ...old, revision: next }), search: { path } })
            }
          />
        }
      />
      <Entries key={`${revision} ${path}`} revision={revision} path={path} />
    </>
  )
}

function Entries({ revision, path }: { revision: string; path: string }) {
  const query = useInfiniteQuery(folderQuery(useRepositorySource(), { revision, path }))
  return (
    <Fetched
      query={query}
      what="the folder"
      missing="There is no such folder"
      loading={<TableSkeleton isTwoLine={false} />}
    >
      {({ pages }) => {
        const rows = pages
          .flatMap(({ entries }) => entries)
          .map((entry, index) => ({ ...entry, id: `${index} ${entry.name}` }))
        const total = formatNumber(pages[0]?.total ?? 0)
        return (
          <DataTable
            label="Files"
            columns={entryColumns({ revision, path })}
            groups={[{ title: '', rows }]}
            rowName={({ name }) => visibleText(name)}
            empty={<EmptyState title="This folder is empty" />}
            footer={
              <MoreRows query={query} shown={`Showing ${formatNumber(rows.length)} of ${total} entries`} />
            }
          />
        )
      }}
    </Fetched>
  )
}
