import type { CommitInList } from '@sluice/contract/repository'
import { Link } from '@tanstack/react-router'
import { GitMerge } from 'lucide-react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { changesText } from './changes-text.ts'
import { CommitLink } from './repository-links.tsx'
import { visibleText } from './visible-text.ts'

type Row = CommitInList & { id: string }

export const commitColumns: readonly Column<Row>[] = [
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
