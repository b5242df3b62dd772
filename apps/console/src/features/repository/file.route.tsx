import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { formatBytes } from '../../platform/format/bytes.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { BlamedCode } from './blamed-code.tsx'
import { BlamedElements } from './blamed-elements.tsx'
import { CodeLines } from './code-lines.tsx'
import { CodeSkeleton } from './code-skeleton.tsx'
import { Fetched } from './fetched.tsx'
import { unreadableText } from './file-kinds.ts'
import { FileViews } from './file-views.tsx'
import { PathCrumbs } from './path-crumbs.tsx'
import { fileQuery } from './file.query.ts'
import { RevisionPicker } from './revision-picker.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

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
