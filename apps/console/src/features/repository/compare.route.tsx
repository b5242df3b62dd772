import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { CodeSkeleton } from './code-skeleton.tsx'
import { Fetched } from './fetched.tsx'
import { branchListQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/compare',
)({ component: ComparePage, staticData: { title: 'Compare' } })

/** Begins with the default branch and the branch beside it with the newest commit. */
function ComparePage() {
  const params = useStackParams()
  const query = useQuery(branchListQuery(useRepositorySource()))
  return (
    <Fetched
      query={query}
      what="the branches"
      missing="There is no such repository"
      loading={<CodeSkeleton />}
    >
      {({ branches, defaultBranch }) => {
        const names = branches.map(({ name }) => name)
        const from = names.find((name) => name === defaultBranch) ?? names[0]
        if (from === undefined) return <EmptyState title="No branches exist yet" />
        const to = names.find((name) => name !== from) ?? from
        return (
          <Navigate
            to={`${stackPath}/repository/compare/$from/$to`}
            params={{ ...params, from, to }}
            replace
          />
        )
      }}
    </Fetched>
  )
}
