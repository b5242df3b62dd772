import type { EnvironmentDifference } from '@sluice/contract/difference'
import { LoaderCircle } from 'lucide-react'
import { Timestamp } from '../../platform/format/timestamp.tsx'

type Sides = Pick<EnvironmentDifference, 'branch' | 'org'>

/** When branch and org were last looked at, that somebody looks now, or why nobody could. */
export function LastLook({ difference: { branch, org } }: { difference: Sides }) {
  const reasons = [...new Set([branch.reason, org.reason])].filter((reason) => reason !== null)
  const isLooking = branch.state === 'looking' || org.state === 'looking'
  return (
    <>
      {isLooking ? (
        <span className="inline-flex items-center gap-1.5">
          <LoaderCircle aria-hidden className="text-blue-solid size-3.5 animate-spin" /> Looking now
        </span>
      ) : org.lookedAtUtc === null ? null : (
        <span>
          Org looked at <Timestamp moment={org.lookedAtUtc} />
        </span>
      )}
      {reasons.map((reason) => (
        <span key={reason} className="text-amber-text block">
          {reason}
        </span>
      ))}
    </>
  )
}
