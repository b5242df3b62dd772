import type { SluiceApi } from '@sluice/contract/api'
import type { BlamedElement, BranchHead } from '@sluice/contract/repository'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { Fetched } from './fetched.tsx'
import { type Place, blameQuery } from './file.query.ts'
import { CommitLink } from './repository-links.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

type Blame = Response<SluiceApi['repository']['getBlame']>

interface BlamedElementsProps {
  place: Place
  /** The branch or commit of the page, for its links. */
  revision: string
}

/** Who changed each element of a metadata file: each field, permission or picklist value. */
export function BlamedElements({ place, revision }: BlamedElementsProps) {
  const query = useQuery(blameQuery(useRepositorySource(), place))
  return (
    <Fetched
      query={query}
      what="the authors"
      missing="There is no such file"
      loading={<TableSkeleton isTwoLine={false} />}
    >
      {({ elements, commits }) =>
        elements === null ? (
          <EmptyState title="This file has no elements to name">
            <p>Only the elements of metadata XML that can be read have authors of their own.</p>
          </EmptyState>
        ) : (
          <Elements elements={elements} commits={commits} place={{ revision, path: place.path }} />
        )
      }
    </Fetched>
  )
}

interface ElementsProps {
  elements: readonly BlamedElement[]
  commits: Blame['commits']
  place: Place
}

function Elements({ elements, commits, place }: ElementsProps) {
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const all = elements.map((element, index) => ({
    ...element,
    id: String(index),
    written: commits[element.commit] ?? null,
  }))
  const shown = all.filter(({ title }) => title.toLowerCase().includes(wanted))
  return (
    <>
      <TableToolbar label="Elements of the file">
        <FilterBox label="Filter elements" value={filter} onChange={setFilter} />
      </TableToolbar>
      <DataTable
        label="Elements"
        columns={elementColumns(place)}
        groups={[{ title: '', rows: shown }]}
        rowName={({ title }) => title}
        empty={<EmptyState title="No element matches your filter" />}
        footer={<TableFooter shown={shown.length} total={all.length} />}
      />
    </>
  )
}

/** An element with the newest commit that wrote one of its lines. */
interface Row extends BlamedElement {
  id: string
  written: Omit<BranchHead, 'name'> | null
}

const unknown = <span className="text-fg-3">—</span>

const elementColumns = (place: Place): readonly Column<Row>[] => [
  { id: 'title', label: 'Element', width: 'auto', cell: (row) => <Title row={row} place={place} /> },
  {
    id: 'author',
    label: 'Last written by',
    width: '11rem',
    cell: ({ written }) => (written ? visibleText(written.authorName) : unknown),
  },
  {
    id: 'date',
    label: 'Date',
    width: '8rem',
    cell: ({ written }) => <Timestamp moment={written?.authoredUtc} />,
  },
  {
    id: 'hash',
    label: 'Commit',
    width: '8rem',
    cell: ({ written }) => (written ? <CommitLink className="text-12" hash={written.hash} /> : unknown),
  },
]

function Title({ row: { title, firstLine }, place: { revision, path } }: { row: Row; place: Place }) {
  const params = { ...useStackParams(), revision }
  const text = visibleText(title)
  return (
    <Link
      to={`${stackPath}/repository/file/$revision`}
      params={params}
      search={{ path, view: 'blame', line: firstLine }}
      title={text}
      className="hover:text-accent-fg font-medium hover:underline"
    >
      {text}
    </Link>
  )
}
