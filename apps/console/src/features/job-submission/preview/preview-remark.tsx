import { WhoAndWhen } from '../../differences/component-marks.tsx'
import { visibleText } from '../../repository/visible-text.ts'
import type { PreviewChange } from './preview-changes.ts'
import { RemarkLine, RemarkWarning } from './remark-line.tsx'

interface PreviewRemarkProps {
  change: PreviewChange
  isExcluded: boolean
  isHeld: boolean
}

/** Says of a component what is done with it, who changed it, and whose change it would overwrite. */
export const PreviewRemark = ({ change, ...fate }: PreviewRemarkProps) => (
  <RemarkLine change={change} {...fate} wasLeftOut={change.component?.outbound?.wasLeftOut === true}>
    {change.component === null ? <span className="truncate">Both sides have it already</span> : null}
    {change.component ? <Changer component={change.component} /> : null}
  </RemarkLine>
)

function Changer({
  component: { outbound, inbound, merge },
}: {
  component: NonNullable<PreviewChange['component']>
}) {
  if (outbound !== null && inbound !== null)
    return (
      <RemarkWarning>
        {inbound.changeType} in the org by{' '}
        {inbound.who === null ? 'an unknown user' : visibleText(inbound.who)}
        {merge === 'conflict' ? ', in the same place' : ''}
      </RemarkWarning>
    )
  const change = inbound ?? outbound
  return change === null || (change.who === null && change.changedUtc === null) ? null : (
    <span className="truncate">
      <WhoAndWhen change={change} />
    </span>
  )
}
