import type { ChangedFile } from '@sluice/contract/repository'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { changedName } from './changes-text.ts'
import { DifferenceBody } from './difference-body.tsx'
import { Fetched } from './fetched.tsx'
import { type CommitPair, differenceQuery, wholeDifference } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { useDifferenceSheet } from './viewer/use-difference-sheet.tsx'
import { visibleText } from './visible-text.ts'

interface FileDifferenceProps {
  file: ChangedFile
  pair: CommitPair
  /** The files that the sheet goes through, this one among them. */
  among?: readonly ChangedFile[]
}

/** How one file differs: its elements in sentences where it is metadata XML, and its lines; a sheet shows all of it. */
export function FileDifference({ file, pair, among }: FileDifferenceProps) {
  const params = useStackParams()
  const source = useRepositorySource()
  const query = useQuery(differenceQuery(source, pair, file.path))
  const { open, sheet } = useDifferenceSheet(
    (among ?? [file]).map((each) => ({
      path: each.path,
      name: changedName(each),
      changeType: each.changeType,
      whole: wholeDifference(source, pair, each.path),
    })),
  )
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
          <DifferenceBody difference={difference} path={file.path} onOpen={() => open(file.path)} />
          {sheet}
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
