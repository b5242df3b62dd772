import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { repositoryAddress } from '../current-stack/repository-address.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { branchListQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository',
)({ component: RepositoryContainer, staticData: { title: 'Git repository' } })

/** The pages of a repository that this installation hosts. */
function RepositoryContainer() {
  const stack = useStack()
  if (stack.managedRepositoryHost !== 'BuiltIn')
    return (
      <EmptyState title="This repository is hosted elsewhere">
        <p>
          Look at it where it is:{' '}
          <OutsideLink href={repositoryAddress(stack)}>{stack.gitRepositoryUrl}</OutsideLink>
        </p>
      </EmptyState>
    )
  return (
    <div className="flex flex-1 flex-col">
      <RepositoryTabs />
      <Outlet />
    </div>
  )
}

const tabClasses =
  'flex h-9 shrink-0 items-center border-b-2 border-transparent px-2.5 text-fg-2 whitespace-nowrap hover:text-fg aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-fg'

/** The pages of the repository. Without a branch there is nothing but the list of branches. */
function RepositoryTabs() {
  const params = useStackParams()
  const revision = useShownRevision()
  const isAt = useMatchRoute()
  const isFile = Boolean(isAt({ to: `${stackPath}/repository/file/$revision` }))
  const isCommit = Boolean(isAt({ to: `${stackPath}/repository/commit/$hash` }))
  return (
    <nav aria-label="Git repository" className="border-line -mt-1 mb-4 flex gap-1 overflow-x-auto border-b">
      <Link
        to={`${stackPath}/repository`}
        params={params}
        activeOptions={{ exact: true }}
        className={tabClasses}
      >
        Branches
      </Link>
      {revision === null ? null : (
        <>
          <Link
            to={`${stackPath}/repository/tree/$revision`}
            params={{ ...params, revision }}
            search={{ path: '' }}
            activeOptions={{ includeSearch: false }}
            aria-current={isFile ? 'page' : undefined}
            className={tabClasses}
          >
            Files
          </Link>
          <Link
            to={`${stackPath}/repository/commits/$revision`}
            params={{ ...params, revision }}
            aria-current={isCommit ? 'page' : undefined}
            className={tabClasses}
          >
            Commits
          </Link>
          <Link to={`${stackPath}/repository/compare`} params={params} className={tabClasses}>
            Compare
          </Link>
        </>
      )}
    </nav>
  )
}

/** The branch or commit of the open page, else the default branch, else any; null while there is none. */
function useShownRevision(): string | null {
  const { revision } = useParams({ strict: false })
  const { data } = useQuery(branchListQuery(useRepositorySource()))
  if (revision !== undefined) return revision
  const names = data?.branches.map(({ name }) => name) ?? []
  return names.find((name) => name === data?.defaultBranch) ?? names[0] ?? null
}
