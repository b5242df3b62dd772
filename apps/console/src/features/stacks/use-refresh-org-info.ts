import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { salesforceInfoQuery } from '../current-stack/salesforce-info.query.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { useStack } from '../current-stack/stack-context.tsx'

/** Asks again what is known of the orgs of the open stack. A page that shows them tells what could not be asked. */
export function useRefreshOrgInfo(): () => void {
  const client = useClient()
  const queries = useQueryClient()
  const { workspaceId } = useStack()
  const environments = useStackEnvironments()
  return () => {
    for (const environment of environments.filter(({ isInitialized }) => isInitialized))
      void queries.prefetchQuery({ ...salesforceInfoQuery(client, workspaceId, environment), staleTime: 0 })
  }
}
