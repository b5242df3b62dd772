import type { SluiceApi } from '@sluice/contract/api'
import type { ChangedFile } from '@sluice/contract/repository'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plural } from '../../platform/format/plural.ts'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { DifferenceLines } from './difference-lines.tsx'
import { Fetched } from './fetched.tsx'
import { unreadableText } from './file-kinds.ts'
import { type CommitPair, differenceQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

type Difference = Response<SluiceApi['repository']['getDifference']>

/** How one file differs: its elements in sentences where it is metadata XML, and its lines. */
export function FileDifference({ file, pair }: { file: ChangedFile; pair: CommitPair }) {
  const params = useStackParams()
  const query = useQuery(differenceQuery(useRepositorySource(), pair, file.path))
  return (
    <Fetched
      query={query}
      what="the difference"
      missing="There is no such file"
      loading={
        <div aria-busy className="p-4">
          <output className="sr-only">Loading</output>
          <Skeleton className="h-20 w-full" />
        </div>
      }
    >
      {(difference) => (
        <>
          <div className={difference.sentences ? 'xl:grid xl:grid-cols-[20rem_minmax(0,1fr)]' : ''}>
            {difference.sentences ? <Sentences difference={difference} /> : null}
            <Lines difference={difference} path={file.path} />
          </div>
          {file.changeType === 'Deleted' ? null : (
            <p className="border-line border-t px-4 py-2">
              <Link
                to={`${stackPath}/repository/file/$revision`}
                params={{ ...params, revision: pair.to }}
                search={{ path: file.path, view: 'code' }}
                className={linkClasses}
              >
                Open the file <span className="sr-only">{visibleText(file.path)}</span>
              </Link>
            </p>
          )}
        </>
      )}
    </Fetched>
  )
}

function Sentences({ difference: { sentences, sentenceCount } }: { difference: Difference }) {
  const left = sentenceCount - (sentences?.length ?? 0)
  return (
    <div className="border-line min-w-0 border-b p-4 xl:border-r xl:border-b-0">
      <h4 className="text-12 text-fg-2 pb-1 font-medium">Elements</h4>
      {sentences?.length === 0 ? (
        <p>No element differs: only spelling, order without meaning or comments.</p>
      ) : (
        <ul className="flex max-h-96 flex-col gap-1 overflow-auto">
          {sentences?.map((sentence, index) => (
            // Two changes may read alike, and the list never changes its order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="wrap-anywhere">
              {visibleText(sentence)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? <p className="text-fg-2 pt-2">{`and ${plural(left, 'more difference')}`}</p> : null}
    </div>
  )
}

function Lines({ difference: { kind, hunks, isCut }, path }: { difference: Difference; path: string }) {
  if (kind !== 'text') return <p className="text-fg-2 p-4">{unreadableText(kind)}</p>
  if (hunks.length === 0) return <p className="text-fg-2 p-4">No line differs.</p>
  return (
    <div className="min-w-0">
      <DifferenceLines hunks={hunks} label={`Lines of ${visibleText(path)}`} />
      {isCut ? (
        <p className="text-fg-2 px-4 py-2">
          The difference is longer than what is shown here. Clone the repository to see all of it.
        </p>
      ) : null}
    </div>
  )
}
