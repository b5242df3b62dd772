import type { Environment } from '@sluice/contract/environment'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../platform/api/client-context.tsx'
import { salesforceInfoQuery } from '../../current-stack/salesforce-info.query.ts'
import { useStack } from '../../current-stack/stack-context.tsx'
import { useWorkspace } from '../../workspaces/workspace-context.tsx'

/** What Salesforce calls the company whose production org is the only environment; null for others and while it is not known. */
export function useOrgName(environments: readonly Environment[], isWanted: boolean): string | null {
  const { id: stackId } = useStack()
  const [first] = environments
  const production = environments.length === 1 && first?.isProduction === true ? first : null
  const { data } = useQuery({
    ...salesforceInfoQuery(
      useClient(),
      useWorkspace().id,
      production ?? { id: '', stackId, isInitialized: false },
    ),
    enabled: isWanted && production !== null,
  })
  return production === null ? null : (data?.orgInfo.name ?? null)
}
