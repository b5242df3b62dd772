import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { changesText } from './changes-text.ts'
import { CommitLink } from './repository-links.tsx'
import { Fetched } from './fetched.tsx'
import { MoreRows } from './more-rows.tsx'
import { type CommitRange, commitListQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

interface CommitListProps {
  range: CommitRange
  label: string
  /** The number of commits, as far as it is known before they are fetched. */
  count: number
}

/** Commits as a part of a page, as high as they are many. */
export function CommitList({ range, label, count }: CommitListProps) {
  const params = useStackParams()
  const query = useInfiniteQuery(commitListQuery(useRepositorySource(), range))
  return (
    <Fetched
      query={query}
      what="the commits"
      missing="There is no such branch or commit"
      loading={<ListSkeleton count={count} />}
    >
      {({ pages }) => {
        const commits = pages.flatMap((page) => page.commits)
        return (
          <div>
            <ul aria-label={label} className="border-line bg-surface divide-line divide-y rounded-lg border">
              {commits.map(({ hash, subject, authorName, authoredUtc, changes }) => (
                <li key={hash} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2">
                  <Link
                    to={`${stackPath}/repository/commit/$hash`}
                    params={{ ...params, hash }}
                    className="hover:text-accent-fg font-medium wrap-anywhere hover:underline"
                  >
                    {visibleText(subject) || 'No message'}
                  </Link>
                  <span className="text-12 text-fg-2 wrap-anywhere">{changesText(changes)}</span>
                  <span className="text-12 text-fg-2 ml-auto flex flex-wrap items-baseline gap-x-2">
                    {visibleText(authorName)} <Timestamp moment={authoredUtc} />{' '}
                    <CommitLink className="text-12" hash={hash} />
                  </span>
                </li>
              ))}
            </ul>
            <MoreRows query={query} shown={`Showing ${plural(commits.length, 'commit')}`} />
          </div>
        )
      }}
    </Fetched>
  )
}

const mostSkeletons = 20

/** Reserves the place of the rows, of one line each, and of the line below them. */
const ListSkeleton = ({ count }: { count: number }) => (
  <div aria-busy className="pb-8">
    <output className="sr-only">Loading</output>
    <div className="border-line bg-surface divide-line divide-y rounded-lg border">
      {Array.from({ length: Math.min(count, mostSkeletons) }, (_, index) => (
        <div key={index} className="flex h-9 items-center px-3">
          <Skeleton className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  </div>
)
