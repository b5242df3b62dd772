import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'

/** Titles runs by the names that their environments have now. */
export function useTestRunTitle(): (run: ApexTestRun) => string {
  const environments = useStackEnvironments()
  return useCallback(
    ({ environmentId, deploymentId }) => {
      const name = environments.find(({ id }) => id === environmentId)?.name ?? 'a deleted environment'
      return deploymentId === null ? `Apex tests in ${name}` : `Apex tests of a deployment to ${name}`
    },
    [environments],
  )
}

/** The runs that a selection keeps, newest first. */
export const useTestRuns = (select: (rows: ReadonlyMap<string, ApexTestRun>) => readonly ApexTestRun[]) =>
  useDerived(entities.apexTestRuns, select)
