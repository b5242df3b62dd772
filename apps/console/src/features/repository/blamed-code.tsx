import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNowByHalfMinute } from '../../platform/format/clock.ts'
import { formatRelative } from '../../platform/format/time.ts'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { CodeLines } from './code-lines.tsx'
import { CodeSkeleton } from './code-skeleton.tsx'
import { Fetched } from './fetched.tsx'
import { blameQuery, type Place } from './file.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

type Blame = Response<SluiceApi['repository']['getBlame']>

interface BlamedCodeProps {
  place: Place
  text: string
  line?: number | undefined
}

/** The text of a file beside the commits that wrote it. */
export function BlamedCode({ place, text, line }: BlamedCodeProps) {
  const query = useQuery(blameQuery(useRepositorySource(), place))
  return (
    <Fetched query={query} what="the authors" missing="There is no such file" loading={<CodeSkeleton />}>
      {(blame) => <Lines blame={blame} path={place.path} text={text} line={line} />}
    </Fetched>
  )
}

interface LinesProps extends Omit<BlamedCodeProps, 'place'> {
  blame: Blame
  path: string
}

function Lines({ blame, ...code }: LinesProps) {
  const commitAt = useMemo(
    () => new Map(blame.lines.map(({ firstLine, commit }) => [firstLine, blame.commits[commit]])),
    [blame],
  )
  return <CodeLines {...code} renderGutter={(line) => <Author commit={commitAt.get(line)} />} />
}

/** Said once, at the first of the lines that one commit wrote. */
function Author({ commit }: { commit: Blame['commits'][number] | undefined }) {
  const params = useStackParams()
  const now = useNowByHalfMinute()
  const classes = 'border-line bg-canvas w-60 shrink-0 truncate border-r px-2 font-sans max-sm:w-28'
  if (commit === undefined) return <span className={classes} />
  const when = commit.authoredUtc === null ? '' : formatRelative(commit.authoredUtc, now)
  return (
    <span className={classes}>
      <Link
        to={`${stackPath}/repository/commit/$hash`}
        params={{ ...params, hash: commit.hash }}
        title={visibleText(commit.subject)}
        className="hover:text-accent-fg hover:underline"
      >
        {visibleText(commit.authorName)} <span className="text-fg-2">{when}</span>
      </Link>
    </span>
  )
}
