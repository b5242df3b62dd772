import type { FolderEntry } from '@sluice/contract/repository'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { File, Folder, FolderGit2, Link2 } from 'lucide-react'
import { z } from 'zod'
import { formatNumber } from '../../platform/format/plural.ts'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { Fetched } from './fetched.tsx'
import { type Place, folderQuery } from './file.query.ts'
import { MoreRows } from './more-rows.tsx'
import { PathCrumbs } from './path-crumbs.tsx'
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

type Row = FolderEntry & { id: string }

const icons = { folder: Folder, file: File, link: Link2, submodule: FolderGit2 }
const kinds = { folder: 'Folder', file: 'File', link: 'Symbolic link', submodule: 'Submodule' }

const entryColumns = (folder: Place): readonly Column<Row>[] => [
  { id: 'name', label: 'Name', width: 'auto', cell: (entry) => <Name entry={entry} folder={folder} /> },
  { id: 'kind', label: 'Kind', width: '9rem', cell: ({ kind }) => kinds[kind] },
]

function Name({ entry: { name, kind }, folder }: { entry: Row; folder: Place }) {
  const { revision } = folder
  const params = { ...useStackParams(), revision }
  const path = folder.path === '' ? name : `${folder.path}/${name}`
  const Icon = icons[kind]
  const text = visibleText(name)
  const classes = 'hover:text-accent-fg truncate hover:underline'
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden className="text-fg-3 size-4 shrink-0" />
      {kind === 'folder' ? (
        <Link
          to={`${stackPath}/repository/tree/$revision`}
          params={params}
          search={{ path }}
          className={classes}
          title={text}
        >
          {text}
        </Link>
      ) : (
        <Link
          to={`${stackPath}/repository/file/$revision`}
          params={params}
          search={{ path, view: 'code' }}
          className={classes}
          title={text}
        >
          {text}
        </Link>
      )}
    </span>
  )
}
