import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** Whose repository it is, and who asks for it. */
export interface RepositorySource {
  client: SluiceClient
  stack: { id: string; workspaceId: string }
}

/** The parameters of every call. */
export const paramsOf = ({ stack }: RepositorySource) => ({
  workspaceId: stack.workspaceId,
  stackId: stack.id,
})
/** The key of a query. */
export const keyOf = ({ stack }: RepositorySource, ...rest: unknown[]) => ['repository', stack.id, ...rest]
