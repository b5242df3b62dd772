import type { BlamedElement, BranchHead } from '@sluice/contract/repository'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { CommitLink } from './repository-links.tsx'
import type { Place } from './file.query.ts'
import { visibleText } from './visible-text.ts'

/** An element with the newest commit that wrote one of its lines. */
interface Row extends BlamedElement {
  id: string
  written: Omit<BranchHead, 'name'> | null
}

const unknown = <span className="text-fg-3">—</span>

export const elementColumns = (place: Place): readonly Column<Row>[] => [
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
