import type { CommitPair } from '../../repository/history.query.ts'
import { ComparisonLink } from '../../repository/repository-links.tsx'

/** Leads to everything that differs between the two commits of a flow. */
export const ViewDifference = ({ pair: { from, to } }: { pair: CommitPair }) =>
  from === undefined || from === to ? null : (
    <ComparisonLink from={from} to={to}>
      View diff
    </ComparisonLink>
  )
