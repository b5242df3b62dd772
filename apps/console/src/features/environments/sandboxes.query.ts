import type { Environment } from '@sluice/contract/environment'
import type { Sandbox } from '@sluice/contract/sandbox'
import type { Stack } from '@sluice/contract/stack'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type SluiceClient, useClient } from '../../platform/api/client-context.tsx'
import { polled, pollMs } from '../../platform/api/polled.ts'
import { useStack } from '../current-stack/stack-context.tsx'

/** The sandboxes of a stack's production org, asked for every minute once the stack is initialized. */
export const sandboxesQuery = (
  client: SluiceClient,
  stack: Pick<Stack, 'id' | 'workspaceId' | 'isInitialized'>,
) =>
  queryOptions({
    queryKey: [polled, 'sandboxes', stack.id],
    queryFn: ({ signal }) =>
      client.stacks.listSandboxes({
        params: { workspaceId: stack.workspaceId, stackId: stack.id },
        signal,
      }),
    enabled: stack.isInitialized,
    refetchInterval: pollMs,
  })

/** The sandbox of an environment: undefined while it is fetched, null when it is not known. */
export function useSandbox({
  isProduction,
  sfdcSandboxName,
}: Pick<Environment, 'isProduction' | 'sfdcSandboxName'>): Sandbox | null | undefined {
  const query = sandboxesQuery(useClient(), useStack())
  const { data, isLoading } = useQuery({ ...query, enabled: query.enabled === true && !isProduction })
  if (isLoading) return undefined
  const wanted = sfdcSandboxName?.toLowerCase()
  return data?.find(({ name }) => name.toLowerCase() === wanted) ?? null
}
