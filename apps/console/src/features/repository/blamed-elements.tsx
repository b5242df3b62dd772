import type { SluiceApi } from '@sluice/contract/api'
import type { BlamedElement } from '@sluice/contract/repository'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { elementColumns } from './element-columns.tsx'
import { Fetched } from './fetched.tsx'
import { blameQuery, type Place } from './file.query.ts'
import { useRepositorySource } from './use-repository-source.ts'

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
