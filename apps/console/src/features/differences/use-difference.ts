import type { DifferenceComponent, SyncDebt } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import { useQuery } from '@tanstack/react-query'
import { type Difference, entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { componentsQuery, type DifferencePlace, syncDebtQuery, watchQuery } from './difference.query.ts'

/** Keeps the stack looked at as long as a page that shows differences is open. */
export function useWatchDifferences(): void {
  useQuery(watchQuery(useClient(), useStack()))
}

/** What differs in an environment, in numbers; undefined until the server has said anything. */
export const useDifference = (environmentId: string): Difference | undefined =>
  useEntity(entities.differences, environmentId)

export function useDifferencePlace(environment: Environment): DifferencePlace {
  return { client: useClient(), workspaceId: useWorkspace().id, environment }
}

/** The components that differ and the commits ahead, of the newest revision that was fetched. */
export function useDifferenceList(environment: Environment) {
  const revision = useDifference(environment.id)?.revision
  return useQuery({
    ...componentsQuery(useDifferencePlace(environment), revision),
    enabled: revision !== undefined,
  })
}

/** What a sandbox lacks of production; null when nothing is known or lacking. */
export function useSyncDebt({ id, isProduction }: Pick<Environment, 'id' | 'isProduction'>): SyncDebt | null {
  const { data } = useQuery({ ...syncDebtQuery(useClient(), useStack()), enabled: !isProduction })
  const debt = data?.sandboxes.find(({ environmentId }) => environmentId === id)
  return debt && debt.commits > 0 ? debt : null
}

export const keyOf = ({ componentType, componentName }: DifferenceComponent): string =>
  `${componentType} ${componentName}`
