import { useMemo } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import type { RepositorySource } from './repository-source.ts'

/** The repository of the open stack, for queries. */
export function useRepositorySource(): RepositorySource {
  const client = useClient()
  const { id, workspaceId } = useStack()
  return useMemo(() => ({ client, stack: { id, workspaceId } }), [client, id, workspaceId])
}
