import type { DifferenceComponent } from '@sluice/contract/difference'
import { ArrowDownToLine, ArrowUpFromLine, TriangleAlert } from 'lucide-react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { visibleText } from '../repository/visible-text.ts'

type Change = NonNullable<DifferenceComponent['inbound']>

/** Who made a change last and when, as far as it is known. */
export const WhoAndWhen = ({ change: { who, changedUtc } }: { change: Change }) => (
  <>
    {who === null ? 'Unknown user' : visibleText(who)}
    {changedUtc === null ? null : (
      <>
        {', '}
        <Timestamp moment={changedUtc} />
      </>
    )}
  </>
)

/** Which way a component differs, and whether the two sides can be merged. */
export const ComponentMarks = ({
  component: { outbound, inbound, merge },
}: {
  component: DifferenceComponent
}) => (
  <span className="text-12 text-fg-2 flex flex-wrap items-center gap-x-2 gap-y-1">
    {outbound ? (
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        <ArrowUpFromLine aria-hidden className="text-fg-3 size-3.5" />
        {outbound.changeType} in Git{outbound.isDeployable ? '' : ', cannot be deployed'}
      </span>
    ) : null}
    {inbound ? (
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        <ArrowDownToLine aria-hidden className="text-fg-3 size-3.5" />
        {inbound.changeType} in the org
      </span>
    ) : null}
    {merge === 'conflict' ? (
      <ToneChip tone="amber" className="h-5">
        <TriangleAlert aria-hidden />
        Conflict
      </ToneChip>
    ) : null}
  </span>
)
