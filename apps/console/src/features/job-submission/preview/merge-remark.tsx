import { TriangleAlert } from 'lucide-react'
import { WhoAndWhen } from '../../differences/component-marks.tsx'
import { visibleText } from '../../repository/visible-text.ts'
import type { MergeChange } from './merge-changes.ts'

interface MergeRemarkProps {
  change: MergeChange
  isExcluded: boolean
  isHeld: boolean
}

/** What is done with a component, what has to be decided about it, and whose change of the org it meets. */
export function MergeRemark({
  change: { changeType, about, isDeployable, isOrgMerged },
  isExcluded,
  isHeld,
}: MergeRemarkProps) {
  const inOrg = 'inOrg' in about ? about.inOrg : null
  return (
    <p className="text-12 text-fg-2 flex min-w-0 items-center gap-x-2 whitespace-nowrap">
      <span>{isExcluded || isHeld ? 'Stays out' : changeType}</span>
      {isHeld ? <span className="truncate">with the object around it</span> : null}
      {isDeployable ? null : <span className="truncate">Salesforce cannot deploy this change</span>}
      {'wasLeftOut' in about && about.wasLeftOut ? (
        <span className="truncate">An earlier flow out left it out</span>
      ) : null}
      {about.isUndecided ? <Warning text="Its file conflicts: needs a decision" /> : null}
      {inOrg === null ? (
        about.isUndecided || (about.who === null && about.changedUtc === null) ? null : (
          <span className="truncate">
            <WhoAndWhen change={about} />
          </span>
        )
      ) : about.isUndecided ? null : (
        <InOrg
          inOrg={inOrg}
          isOverwritten={'overwritesOrg' in about && about.overwritesOrg}
          isOrgMerged={isOrgMerged}
        />
      )}
    </p>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <span className="text-amber-text inline-flex min-w-0 items-center gap-1">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{text}</span>
    </span>
  )
}

function InOrg({
  inOrg,
  isOverwritten,
  isOrgMerged,
}: {
  inOrg: { changeType: string; who: string | null }
  isOverwritten: boolean
  isOrgMerged: boolean
}) {
  const text = `${inOrg.changeType} in the org by ${inOrg.who === null ? 'an unknown user' : visibleText(inOrg.who)}`
  return isOverwritten ? (
    <Warning text={`${text}, overwritten${isOrgMerged ? ' where both collide' : ''}`} />
  ) : (
    <span className="truncate">{text}, kept by the merge</span>
  )
}
