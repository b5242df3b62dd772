import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cn } from '../../platform/ui/cn.ts'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'

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
