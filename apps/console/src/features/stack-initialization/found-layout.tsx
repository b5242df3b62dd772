import type { BranchLayout } from '@sluice/contract/metadata-layout'
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'

/** What a look at a branch found: in words, and why a stack cannot use it where that is so. */
export function FoundLayout({ look }: { look: UseQueryResult<BranchLayout> }) {
  if (look.isLoading) return <p className="text-12 text-fg-2">Looking at the repository…</p>
  if (look.error)
    return <ErrorPanel heading="There was a problem looking at the repository" error={look.error} />
  if (!look.data) return null
  const { branch, summary, refusal } = look.data
  return (
    <Notice
      kind={refusal === null ? 'info' : 'error'}
      title={
        <>
          {summary}
          {branch === null ? '.' : ` in the branch ${branch}.`}
        </>
      }
    >
      {refusal === null ? null : <p className="text-fg-2">{refusal}</p>}
    </Notice>
  )
}
