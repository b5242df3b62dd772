import type { ChangedFile } from '@sluice/contract/repository'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { DifferenceBody } from './difference-body.tsx'
import { Fetched } from './fetched.tsx'
import { type CommitPair, differenceQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

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
          <DifferenceBody difference={difference} path={file.path} />
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
