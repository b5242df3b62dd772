import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { ChangedFileList } from './changed-file-list.tsx'
import { changesText } from './changes-text.ts'
import { CodeSkeleton } from './code-skeleton.tsx'
import { Fetched } from './fetched.tsx'
import { type CommitRange, commitListQuery, comparisonQuery } from './history.query.ts'
import { MoreRows } from './more-rows.tsx'
import { CommitLink } from './repository-links.tsx'
import { RevisionPicker } from './revision-picker.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/compare/$from/$to',
)({ component: ComparisonPage, staticData: { title: 'Compare' } })

function ComparisonPage() {
  const { from, to } = Route.useParams()
  const query = useQuery(comparisonQuery(useRepositorySource(), { from, to }))
  return (
    <>
      <PageHeader title="Compare" />
      <Pickers />
      <Fetched
        query={query}
        what="the comparison"
        missing="There is no such branch or commit"
        loading={<CodeSkeleton />}
      >
        {(comparison) => <Comparison comparison={comparison} />}
      </Fetched>
    </>
  )
}

function Pickers() {
  const { from, to } = Route.useParams()
  const navigate = Route.useNavigate()
  const show = (next: { from?: string; to?: string }) =>
    void navigate({ params: (old) => ({ ...old, ...next }) })
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <RevisionPicker label="From" revision={from} onChange={(next) => show({ from: next })} />
      <Button size="icon" aria-label="Swap" onClick={() => show({ from: to, to: from })}>
        <ArrowLeftRight aria-hidden />
      </Button>
      <RevisionPicker label="To" revision={to} onChange={(next) => show({ to: next })} />
    </div>
  )
}

function Comparison({ comparison }: { comparison: Response<SluiceApi['repository']['compare']> }) {
  const { from, to } = Route.useParams()
  const { onlyInFrom, onlyInTo, changes } = comparison
  const [fromName, toName] = [shownName(from), shownName(to)]
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {onlyInFrom === 0 && onlyInTo === 0
          ? `${fromName} and ${toName} are the same commit.`
          : `${toName} has ${plural(onlyInTo, 'commit')} that ${fromName} lacks; ${fromName} has ${plural(onlyInFrom, 'commit')} that ${toName} lacks. The files are those of ${toName} against those of ${fromName}.`}
      </p>
      {onlyInTo > 0 ? (
        <div className="flex flex-col gap-2">
          <h2 className="text-14 font-semibold wrap-anywhere">{`Commits only in ${toName}`}</h2>
          <CommitList
            key={`${comparison.from} ${comparison.to}`}
            range={{ revision: comparison.to, without: comparison.from }}
            label="Commits that are new"
            count={onlyInTo}
          />
        </div>
      ) : null}
      {onlyInFrom === 0 && onlyInTo === 0 ? null : (
        <ChangedFileList
          key={`${comparison.from} ${comparison.to} files`}
          changes={changes}
          pair={{ from: comparison.from, to: comparison.to }}
        />
      )}
    </div>
  )
}

const shownName = (revision: string): string =>
  /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 10) : visibleText(revision)

interface CommitListProps {
  range: CommitRange
  label: string
  /** The number of commits, as far as it is known before they are fetched. */
  count: number
}

/** Commits as a part of a page, as high as they are many. */
function CommitList({ range, label, count }: CommitListProps) {
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
