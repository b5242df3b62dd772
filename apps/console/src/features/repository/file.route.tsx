import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { formatBytes } from '../../platform/format/bytes.ts'
import { useNowByHalfMinute } from '../../platform/format/clock.ts'
import { formatRelative } from '../../platform/format/time.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { BlamedElements } from './blamed-elements.tsx'
import { CodeLines } from './code-lines.tsx'
import { CodeSkeleton } from './code-skeleton.tsx'
import { Fetched } from './fetched.tsx'
import { unreadableText, visibleText } from './visible-text.ts'
import { type Place, blameQuery, fileQuery } from './file.query.ts'
import { PathCrumbs } from './path-crumbs.tsx'
import { RevisionPicker } from './revision-picker.tsx'
import { useRepositorySource } from './use-repository-source.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/file/$revision',
)({
  validateSearch: z.object({
    path: z.string().catch(''),
    view: z.enum(['code', 'blame', 'elements']).catch('code'),
    /** A line to begin at, counted from 1. */
    line: z.number().int().min(1).optional().catch(undefined),
  }),
  component: FilePage,
  staticData: { title: 'File' },
})

type LoadedFile = Response<SluiceApi['repository']['getFile']>

function FilePage() {
  const { revision } = Route.useParams()
  const { path, view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery(fileQuery(useRepositorySource(), { revision, path }))
  return (
    <>
      <PageHeader
        title={visibleText(path.slice(path.lastIndexOf('/') + 1)) || 'File'}
        meta={
          <>
            <PathCrumbs revision={revision} path={path} />
            {query.data ? <Facts file={query.data} /> : null}
          </>
        }
        actions={
          <RevisionPicker
            label="Branch"
            revision={revision}
            onChange={(next) =>
              void navigate({ params: (old) => ({ ...old, revision: next }), search: { path, view } })
            }
          />
        }
      />
      <Fetched query={query} what="the file" missing="There is no such file" loading={<CodeSkeleton />}>
        {(file) => <File key={`${revision} ${path}`} file={file} />}
      </Fetched>
    </>
  )
}

function Facts({ file: { component, sizeBytes, isUtf8, kind } }: { file: LoadedFile }) {
  return (
    <>
      {component ? <span>{visibleText(`${component.componentType} ${component.componentName}`)}</span> : null}
      {kind === 'submodule' ? null : <span>{formatBytes(sizeBytes)}</span>}
      {kind === 'text' && !isUtf8 ? <span>Not UTF-8, shown as Windows-1252</span> : null}
    </>
  )
}

function File({ file }: { file: LoadedFile }) {
  const { revision } = Route.useParams()
  const { path, view, line } = Route.useSearch()
  if (file.kind !== 'text')
    return (
      <EmptyState title={unreadableText(file.kind)}>
        {file.kind === 'link' ? <p>{`It names ${visibleText(file.text)}.`}</p> : null}
      </EmptyState>
    )
  if (file.text === '') return <EmptyState title="This file is empty" />
  // The commit that the text was read at, so that lines and their authors cannot come from two commits.
  const place = { revision: file.hash, path }
  return (
    <>
      <FileViews revision={revision} path={path} view={view} />
      {view === 'code' ? <CodeLines path={path} text={file.text} line={line} /> : null}
      {view === 'blame' ? <BlamedCode place={place} text={file.text} line={line} /> : null}
      {view === 'elements' ? <BlamedElements place={place} revision={revision} /> : null}
    </>
  )
}

const views = { code: 'Code', blame: 'Blame', elements: 'Elements' } as const

type FileView = keyof typeof views

const viewClasses =
  'text-fg-2 hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:text-fg flex h-7 items-center rounded-md px-2.5 aria-[current=page]:font-medium'

/** The ways to look at a file: its text, who wrote each line, and who changed each element of metadata. */
function FileViews({ revision, path, view: shown }: Place & { view: FileView }) {
  const params = { ...useStackParams(), revision }
  const offered: readonly FileView[] = ['code', 'blame', 'elements']
  return (
    <nav aria-label="View" className="flex gap-0.5 pb-2">
      {offered.map((view) => (
        <Link
          key={view}
          to={`${stackPath}/repository/file/$revision`}
          params={params}
          search={{ path, view }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === shown ? 'page' : undefined}
          className={viewClasses}
        >
          {views[view]}
        </Link>
      ))}
    </nav>
  )
}

type Blame = Response<SluiceApi['repository']['getBlame']>

interface BlamedCodeProps {
  place: Place
  text: string
  line?: number | undefined
}

/** The text of a file beside the commits that wrote it. */
function BlamedCode({ place, text, line }: BlamedCodeProps) {
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
