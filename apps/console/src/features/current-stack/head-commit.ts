import type { Environment } from '@sluice/contract/environment'
import type { RemoteRef } from '@sluice/contract/stacks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type SluiceClient, useClient } from '../../platform/api/client-context.tsx'
import { polled, pollMs } from '../../platform/api/polled.ts'
import { useStack } from './stack-context.tsx'

/** The branches of a stack's repository, asked for every minute. */
export const branchesQuery = (client: SluiceClient, stack: { id: string; workspaceId: string }) =>
  queryOptions({
    queryKey: [polled, 'branches', stack.id],
    queryFn: ({ signal }) =>
      client.stacks.listBranches({ params: { workspaceId: stack.workspaceId, stackId: stack.id }, signal }),
    refetchInterval: pollMs,
  })

/** The branch of an environment as the repository names it: pending, unknown, or the ref. */
export function useBranchRef(environment: Environment) {
  const { data, isPending } = useQuery(branchesQuery(useClient(), useStack()))
  return { isPending, ref: data ? refOf(data, environment.gitBranchName) : null }
}

/** The head of an environment's branch: pending, unknown, or its full hash. */
export function useHeadCommit(environment: Environment) {
  const { isPending, ref } = useBranchRef(environment)
  return { isPending, hash: ref?.directTargetIdentifier ?? null }
}

const refOf = (refs: readonly RemoteRef[], branch: string): RemoteRef | null =>
  refs.find((each) => each.isBranch && each.shortName === branch) ?? null
