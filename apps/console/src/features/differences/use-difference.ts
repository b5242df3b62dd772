import type { DifferenceComponent, SyncDebt, EnvironmentDifference } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import { useQuery, useMutation } from '@tanstack/react-query'
import { type Difference, entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { componentsQuery, type DifferencePlace, syncDebtQuery, watchQuery } from './difference.query.ts'
import { useEffect, useRef } from 'react'

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

/** A look that is younger is new enough. */
const recentMs = 30_000

/**
 * Looks at branch and org when something opens that says what differs, because what is known may be a quarter of an hour old.
 * A refusal is no failure: the look before is shown with its time, and *Check now* says what is wrong.
 */
export function useLookOnOpening(environment: Environment): void {
  const { client, workspaceId } = useDifferencePlace(environment)
  const difference = useDifference(environment.id)
  const { id: environmentId, stackId, isInitialized } = environment
  const { mutate } = useMutation({
    mutationFn: () => client.differences.check({ params: { workspaceId, stackId, environmentId } }),
  })
  const hasDecided = useRef(false)
  useEffect(() => {
    if (hasDecided.current || difference === undefined || !isInitialized) return
    hasDecided.current = true
    if (isLookWorthwhile(difference.org)) mutate()
  }, [difference, isInitialized, mutate])
}

/** Not while somebody looks, right after a look, or where the calls of the day are used up. */
function isLookWorthwhile({ state, lookedAtUtc }: EnvironmentDifference['org']): boolean {
  if (state === 'looking' || state === 'budgetSpent') return false
  return lookedAtUtc === null || Date.now() - Date.parse(lookedAtUtc) > recentMs
}
