import { TriangleAlert } from 'lucide-react'
import { WhoAndWhen } from '../../differences/component-marks.tsx'
import { visibleText } from '../../repository/visible-text.ts'
import type { PreviewChange } from './preview-changes.ts'

interface PreviewRemarkProps {
  change: PreviewChange
  isExcluded: boolean
  isHeld: boolean
}

/** What is done with a component, by whom it was changed, and what it would overwrite. */
export function PreviewRemark({ change, isExcluded, isHeld }: PreviewRemarkProps) {
  const { changeType, component, isDeployable } = change
  return (
    <p className="text-12 text-fg-2 flex min-w-0 items-center gap-x-2 whitespace-nowrap">
      <span>{isExcluded || isHeld ? 'Stays out' : changeType}</span>
      {isHeld ? <span className="truncate">with the object around it</span> : null}
      {isDeployable ? null : <span className="truncate">Salesforce cannot deploy this change</span>}
      {component === null ? <span className="truncate">Both sides have it already</span> : null}
      {component?.outbound?.wasLeftOut === true ? (
        <span className="truncate">An earlier flow out left it out</span>
      ) : null}
      {component ? <Changer component={component} /> : null}
    </p>
  )
}

function Changer({
  component: { outbound, inbound, merge },
}: {
  component: NonNullable<PreviewChange['component']>
}) {
  if (outbound !== null && inbound !== null)
    return (
      <span className="text-amber-text inline-flex min-w-0 items-center gap-1">
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">
          {inbound.changeType} in the org by{' '}
          {inbound.who === null ? 'an unknown user' : visibleText(inbound.who)}
          {merge === 'conflict' ? ', in the same place' : ''}
        </span>
      </span>
    )
  const change = inbound ?? outbound
  return change === null || (change.who === null && change.changedUtc === null) ? null : (
    <span className="truncate">
      <WhoAndWhen change={change} />
    </span>
  )
}
