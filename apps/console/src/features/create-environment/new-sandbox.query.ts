import type { Stack } from '@sluice/contract/stack'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

type Ids = Pick<Stack, 'id' | 'workspaceId'>

const paramsOf = ({ id: stackId, workspaceId }: Ids) => ({ workspaceId, stackId })

/** The public groups that a new sandbox may let in. */
export const accessGroupsQuery = (client: SluiceClient, stack: Ids) =>
  queryOptions({
    queryKey: ['access groups', stack.id],
    queryFn: async ({ signal }) => client.stacks.listSandboxPublicGroups({ params: paramsOf(stack), signal }),
  })

/** The templates that a new sandbox may be copied by. */
export const sandboxTemplatesQuery = (client: SluiceClient, stack: Ids) =>
  queryOptions({
    queryKey: ['sandbox templates', stack.id],
    queryFn: async ({ signal }) => client.stacks.listSandboxTemplates({ params: paramsOf(stack), signal }),
  })
