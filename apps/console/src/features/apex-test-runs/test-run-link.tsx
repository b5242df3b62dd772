import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { cn } from '../../platform/ui/cn.ts'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'

interface TestRunLinkProps {
  apexTestRunId: string
  className?: string
  children: ReactNode
}

/** Leads to the page of a test run. */
export function TestRunLink({ apexTestRunId, className, children }: TestRunLinkProps) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/test-runs/$apexTestRunId`}
      params={{ ...params, apexTestRunId }}
      className={cn(className ?? linkClasses)}
    >
      {children}
    </Link>
  )
}

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
