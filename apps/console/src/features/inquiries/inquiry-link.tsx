import { type Inquiry, inquiryNames } from '@sluice/contract/inquiry'
import { Link } from '@tanstack/react-router'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { ConflictLink } from './conflict-link.tsx'
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
