import type { Inquiry } from '@sluice/contract/inquiry'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'

interface ConflictLinkProps {
  inquiry: Extract<Inquiry, { subject: 'MergeConflict' }>
  children: ReactNode
  className?: string
}

/** Leads to the conflict that an inquiry is about. */
export function ConflictLink({ inquiry, children, className = linkClasses }: ConflictLinkProps) {
  const params = useStackParams()
  const { jobId, prompt } = inquiry
  if (prompt === null) return children
  return (
    <Link
      to={`${stackPath}/jobs/$jobId/conflict/$conflictId`}
      params={{ ...params, jobId, conflictId: prompt.conflictId }}
      className={className}
    >
      {children}
    </Link>
  )
}
