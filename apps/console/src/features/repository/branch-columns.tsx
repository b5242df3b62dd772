import type { BranchHead } from '@sluice/contract/repository'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { CommitLink } from './repository-links.tsx'
import { visibleText } from './visible-text.ts'

type Row = BranchHead & { id: string }

export const branchColumns = (defaultBranch: string | null): readonly Column<Row>[] => [
  {
    id: 'name',
    label: 'Branch',
    width: '16rem',
    cell: ({ name }) => (
      <span className="flex min-w-0 items-center gap-2">
        <BranchName name={name} />
        {name === defaultBranch ? <ToneChip tone="neutral">default</ToneChip> : null}
      </span>
    ),
  },
  {
    id: 'subject',
    label: 'Newest commit',
    width: 'auto',
    cell: ({ subject }) => <span title={visibleText(subject)}>{visibleText(subject)}</span>,
  },
  { id: 'author', label: 'Author', width: '10rem', cell: ({ authorName }) => visibleText(authorName) },
  { id: 'date', label: 'Date', width: '8rem', cell: ({ authoredUtc }) => <Timestamp moment={authoredUtc} /> },
  {
    id: 'hash',
    label: 'Commit',
    width: '8rem',
    cell: ({ hash }) => <CommitLink className="text-12" hash={hash} />,
  },
  { id: 'log', label: 'History', width: '7rem', cell: ({ name }) => <CommitsLink name={name} /> },
]

function BranchName({ name }: { name: string }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/repository/tree/$revision`}
      params={{ ...params, revision: name }}
      search={{ path: '' }}
      className={`${linkClasses} truncate font-medium`}
    >
      {visibleText(name)}
    </Link>
  )
}

function CommitsLink({ name }: { name: string }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/repository/commits/$revision`}
      params={{ ...params, revision: name }}
      aria-label={`Commits of ${visibleText(name)}`}
      className={linkClasses}
    >
      Commits
    </Link>
  )
}
