import type { Environment } from '@sluice/contract/environment'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { salesforceInfoQuery } from '../current-stack/salesforce-info.query.ts'

/** The org's info of an environment, with its loading and failure. */
export function useSalesforceInfo(environment: Environment) {
  return useQuery(salesforceInfoQuery(useClient(), useWorkspace().id, environment))
}
