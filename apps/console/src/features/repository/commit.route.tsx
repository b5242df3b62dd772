import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { ChangedFileList } from './changed-file-list.tsx'
import { CodeSkeleton } from './code-skeleton.tsx'
import { CommitLink } from './repository-links.tsx'
import { Fetched } from './fetched.tsx'
import { commitQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/commit/$hash',
)({ component: CommitPage, staticData: { title: 'Commit' } })

type LoadedCommit = Response<SluiceApi['repository']['getCommit']>

function CommitPage() {
  const { hash } = Route.useParams()
  const query = useQuery(commitQuery(useRepositorySource(), hash))
  return (
    <Fetched
      query={query}
      what="the commit"
      missing="There is no such commit"
      loading={
        <>
          <PageHeader title="Commit" />
          <CodeSkeleton />
        </>
      }
    >
      {(loaded) => <Commit loaded={loaded} />}
    </Fetched>
  )
}

function Commit({ loaded: { commit, changes } }: { loaded: LoadedCommit }) {
  const params = useStackParams()
  const [parent] = commit.parents
  const body = commit.message.split('\n').slice(1).join('\n').trim()
  const pair = parent === undefined ? { to: commit.hash } : { from: parent, to: commit.hash }
  return (
    <>
      <PageHeader
        title={visibleText(commit.subject) || 'No message'}
        meta={<Facts commit={commit} />}
        actions={
          <Link
            to={`${stackPath}/repository/tree/$revision`}
            params={{ ...params, revision: commit.hash }}
            search={{ path: '' }}
            className={linkClasses}
          >
            Files at this commit
          </Link>
        }
      />
      {body === '' ? null : <Message text={body} />}
      {commit.parents.length > 1 ? (
        <p className="text-fg-2 pb-3">
          A merge of {commit.parents.length} commits, compared with the first of them.
        </p>
      ) : null}
      <ChangedFileList changes={changes} pair={pair} />
    </>
  )
}

function Facts({ commit }: { commit: LoadedCommit['commit'] }) {
  const isCommittedByOther = commit.committerName !== commit.authorName
  return (
    <>
      <span>
        {visibleText(commit.authorName)} <span className="text-fg-3">{visibleText(commit.authorEmail)}</span>
      </span>
      <span>
        Written <Timestamp moment={commit.authoredUtc} />
      </span>
      {isCommittedByOther ? (
        <span>
          Committed <Timestamp moment={commit.committedUtc} /> by {visibleText(commit.committerName)}
        </span>
      ) : null}
      <CopyText text={commit.hash} label="commit hash" className="max-w-full" />
      <span className="flex flex-wrap items-center gap-x-1.5">
        {commit.parents.length === 0 ? 'No parent' : commit.parents.length === 1 ? 'Parent' : 'Parents'}
        {commit.parents.map((hash) => (
          <CommitLink className="text-12" key={hash} hash={hash} />
        ))}
      </span>
    </>
  )
}

const Message = ({ text }: { text: string }) => (
  <pre className="border-line bg-surface text-12 mb-4 max-h-60 overflow-auto rounded-lg border p-3 font-mono wrap-anywhere whitespace-pre-wrap">
    {text.split('\n').map(visibleText).join('\n')}
  </pre>
)
