import type { EnvironmentDifference } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useDifference, useDifferencePlace } from './use-difference.ts'

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
