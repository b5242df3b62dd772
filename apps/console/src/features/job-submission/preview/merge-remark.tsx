import { WhoAndWhen } from '../../differences/component-marks.tsx'
import { visibleText } from '../../repository/visible-text.ts'
import type { MergeChange } from './merge-changes.ts'
import { RemarkLine, RemarkWarning } from './remark-line.tsx'

interface MergeRemarkProps {
  change: MergeChange
  isExcluded: boolean
  isHeld: boolean
}

/** Says of a component what is done with it, whether people have to decide about it, and whose change of the org it overwrites. */
export function MergeRemark({ change, ...fate }: MergeRemarkProps) {
  const { about } = change
  return (
    <RemarkLine change={change} {...fate} wasLeftOut={'wasLeftOut' in about && about.wasLeftOut}>
      {about.isUndecided ? (
        <RemarkWarning>Its file conflicts: needs a decision</RemarkWarning>
      ) : (
        <Changer change={change} />
      )}
    </RemarkLine>
  )
}

function Changer({ change: { about, isOrgMerged } }: { change: MergeChange }) {
  const inOrg = 'inOrg' in about ? about.inOrg : null
  if (inOrg === null)
    return about.who === null && about.changedUtc === null ? null : (
      <span className="truncate">
        <WhoAndWhen change={about} />
      </span>
    )
  const text = `${inOrg.changeType} in the org by ${inOrg.who === null ? 'an unknown user' : visibleText(inOrg.who)}`
  return 'overwritesOrg' in about && about.overwritesOrg ? (
    <RemarkWarning>{`${text}, overwritten${isOrgMerged ? ' where both collide' : ''}`}</RemarkWarning>
  ) : (
    <span className="truncate">{text}, kept by the merge</span>
  )
}
