import type { Environment } from '@sluice/contract/environment'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useStack } from './stack-context.tsx'

/** The environments of the open stack, by name. */
export function useStackEnvironments(): readonly Environment[] {
  const { id } = useStack()
  const select = useCallback(
    (rows: ReadonlyMap<string, Environment>) =>
      [...rows.values()]
        .filter((environment) => environment.stackId === id)
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })),
    [id],
  )
  return useDerived(entities.environments, select)
}
