import type { DifferenceComponent } from '@sluice/contract/difference'
import { useCallback, useMemo, useState } from 'react'
import { keyOf } from '../differences/use-difference.ts'

/** Whether a flow out can deploy the component. */
export const canBeDeployed = ({ outbound }: DifferenceComponent): boolean => outbound?.isDeployable === true

/** The components that a person has chosen to deploy. A filter that hides one leaves it chosen; one that no longer differs is dropped. */
export interface ChosenToDeploy {
  readonly components: readonly DifferenceComponent[]
  readonly has: (component: DifferenceComponent) => boolean
  readonly choose: (components: readonly DifferenceComponent[], isChosen: boolean) => void
}

export function useChosenToDeploy(components: readonly DifferenceComponent[]): ChosenToDeploy {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback((chosen: readonly DifferenceComponent[], isChosen: boolean) => {
    setWanted((before) => {
      const next = new Set(before)
      for (const one of chosen)
        if (isChosen) next.add(keyOf(one))
        else next.delete(keyOf(one))
      return next
    })
  }, [])
  return useMemo(() => {
    const chosen = components.filter((one) => canBeDeployed(one) && wanted.has(keyOf(one)))
    const keys = new Set(chosen.map(keyOf))
    return { components: chosen, has: (one) => keys.has(keyOf(one)), choose }
  }, [components, wanted, choose])
}
