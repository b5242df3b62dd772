import type { Stack } from '@sluice/contract/stack'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

export const collaboratorsQuery = (client: SluiceClient, { id: stackId, workspaceId }: Stack) =>
  queryOptions({
    queryKey: ['collaborators', stackId],
    queryFn: ({ signal }) => client.stacks.listCollaborators({ params: { workspaceId, stackId }, signal }),
    staleTime: 0,
    retry: false,
  })
