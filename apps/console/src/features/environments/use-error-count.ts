import { hasErrors } from '@sluice/contract/undeployed-component'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'

/** How many components of an environment's branch failed to deploy. */
export function useErrorCount(environmentId: string): number {
  const set = useEntity(entities.undeployedSets, environmentId)
  return useMemo(() => set?.components.filter(hasErrors).length ?? 0, [set])
}
