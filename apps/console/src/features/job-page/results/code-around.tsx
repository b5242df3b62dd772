import { repositoryPath } from '@sluice/contract/metadata-layout'
import type { ComponentIdentity, ComponentProblem } from '@sluice/contract/component'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../../platform/ui/skeleton.tsx'
import { linkClasses } from '../../../platform/ui/text-link.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../../current-stack/stack-paths.ts'
import { blameQuery, fileQuery } from '../../repository/file.query.ts'
import { CommitLink } from '../../repository/repository-links.tsx'
import { useRepositorySource } from '../../repository/use-repository-source.ts'
import { visibleText } from '../../repository/visible-text.ts'

interface CodeAroundProps {
  commitHash: string
  archiveFilePath: string
  component: ComponentIdentity | null
  problem: ComponentProblem
}

const linesAround = 4
const longestLine = 400

/** The lines around an error as the deployed commit has them, and who changed the line last. */
export function CodeAround({ commitHash, archiveFilePath, component, problem }: CodeAroundProps) {
  const stack = useStack()
  const source = useRepositorySource()
  const place = {
    revision: commitHash,
    path: repositoryPath(stack, archiveFilePath),
  }
  const file = useQuery({ ...fileQuery(source, place), staleTime: Number.POSITIVE_INFINITY })
  if (file.error) return <p className="text-fg-2 py-1">The file cannot be read at the deployed commit.</p>
  if (!file.data)
    return (
      <div aria-busy className="py-2">
        <output className="sr-only">Loading the lines</output>
        <Skeleton className="h-32 w-full" />
      </div>
    )
  const line = file.data.kind === 'text' ? lineOf(file.data.text, { component, problem }) : null
  return (
    <div className="flex flex-col gap-1 py-2">
      {line === null ? null : <Excerpt text={file.data.text} line={line} />}
      <p className="text-12 text-fg-2 flex flex-wrap gap-x-3">
        <FileLink place={place} line={line} />
        {line === null ? null : <LastChange place={place} line={line} />}
      </p>
    </div>
  )
}

function Excerpt({ text, line }: { text: string; line: number }) {
  const lines = text.split('\n')
  const first = Math.max(0, line - 1 - linesAround)
  const shown = lines.slice(first, line + linesAround)
  return (
    <ol
      aria-label={`Lines around line ${line}`}
      // A list that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line bg-sunken text-12 overflow-x-auto rounded-md border py-1 font-mono"
    >
      {shown.map((content, index) => {
        const number = first + index + 1
        return (
          <li
            key={number}
            aria-current={number === line ? 'true' : undefined}
            className="aria-current:bg-red-soft flex min-w-max leading-5"
          >
            <span className="text-fg-2 w-12 shrink-0 pr-3 text-right tabular-nums select-none">{number}</span>
            <code className="pr-4 whitespace-pre">
              {visibleText(content.replace(/\r$/, '').slice(0, longestLine))}
            </code>
          </li>
        )
      })}
    </ol>
  )
}

interface Place {
  revision: string
  path: string
}

function FileLink({ place: { revision, path }, line }: { place: Place; line: number | null }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/repository/file/$revision`}
      params={{ ...params, revision }}
      search={{ path, view: 'code', ...(line === null ? {} : { line }) }}
      className={linkClasses}
    >
      {visibleText(path)}
    </Link>
  )
}

function LastChange({ place, line }: { place: Place; line: number }) {
  const blame = useQuery({
    ...blameQuery(useRepositorySource(), place),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const block = blame.data?.lines.find(
    ({ firstLine, lineCount }) => line >= firstLine && line < firstLine + lineCount,
  )
  const commit = block && blame.data?.commits[block.commit]
  if (!commit) return null
  return (
    <span>
      {`Line ${line} was last changed by ${visibleText(commit.authorName)} in `}
      <CommitLink hash={commit.hash} />
    </span>
  )
}

/** Manifests exist in the archive only. */
export const isInBranch = (archiveFilePath: string): boolean =>
  !/^(?:unpackaged\/)?(?:package|destructiveChanges\w*)\.xml$/.test(archiveFilePath)

/** Files of which a deployment carries a part, so that its line numbers are not those of the branch. */
const partial =
  /\.(?:object|profile|labels|workflow|sharingRules|assignmentRules|autoResponseRules|escalationRules|matchingRule)$/

/** The line of a file of the branch that a problem is about, counted from 1; null where it cannot be told. */
function lineOf(
  text: string,
  { component, problem }: { component: ComponentIdentity | null; problem: ComponentProblem },
): number | null {
  if (!partial.test(problem.archiveFilePath ?? '')) return problem.line
  const name = component?.componentName.split('.').at(-1)
  if (name === undefined) return null
  const index = text.split('\n').findIndex((line) => line.includes(`<fullName>${name}</fullName>`))
  return index === -1 ? null : index + 1
}
