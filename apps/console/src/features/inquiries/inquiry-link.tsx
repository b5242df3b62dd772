import { type Inquiry, inquiryNames } from '@sluice/contract/inquiry'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'

/** The name of an inquiry; one that has a page leads to it. */
export function InquiryLink({ inquiry }: { inquiry: Inquiry }) {
  const params = useStackParams()
  const { id: inquiryId, jobId, subject } = inquiry
  if (subject === 'MergeConflict')
    return <ConflictLink inquiry={inquiry}>{inquiryNames[subject]}</ConflictLink>
  if (subject === 'DeviceCodeChallenge') return inquiryNames[subject]
  return (
    <Link
      to={`${stackPath}/jobs/$jobId/inquiry/$inquiryId`}
      params={{ ...params, jobId, inquiryId }}
      className={linkClasses}
    >
      {inquiryNames[subject]}
    </Link>
  )
}

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
