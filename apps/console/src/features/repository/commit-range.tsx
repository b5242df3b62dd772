import { CommitLink } from './repository-links.tsx'

interface CommitRangeProps {
  range: { readonly sinceCommitHash: string | null; readonly untilCommitHash: string }
}

/** From which commit to which, each with its link. */
export function CommitRange({ range: { sinceCommitHash, untilCommitHash } }: CommitRangeProps) {
  if (sinceCommitHash === null)
    return (
      <>
        Until <CommitLink hash={untilCommitHash} />
      </>
    )
  return (
    <>
      Since <CommitLink hash={sinceCommitHash} /> until <CommitLink hash={untilCommitHash} />
    </>
  )
}
