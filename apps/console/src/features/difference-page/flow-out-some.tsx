import type { DifferenceComponent } from '@sluice/contract/difference'
import { limits } from '@sluice/contract/limits'
import { ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'
import { canBeDeployed } from './choose-components.ts'

interface FlowOutSomeProps {
  components: readonly DifferenceComponent[]
  /** The components that a person has chosen. Without any, the flow out is for the shown ones. */
  chosen: readonly DifferenceComponent[]
  /** The components that pass the filter. */
  shown: readonly DifferenceComponent[]
}

/** Starts a flow out of the chosen components, or else of those that pass the filter; the dialog leaves out all others. */
export function FlowOutSome({ components, chosen, shown }: FlowOutSomeProps) {
  const environment = useEnvironment()
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const isChosen = chosen.length > 0
  const some = isChosen ? chosen : shown.filter(canBeDeployed)
  const others = components.filter(({ outbound }) => outbound !== null).length - some.length
  const isOffered = isChosen || (some.length > 0 && others > 0)
  const start = () =>
    setStarted({
      flow: 'out',
      environmentIds: [environment.id],
      chosen: {
        origin: 'person',
        components: some.map(({ componentType, componentName }) => ({ componentType, componentName })),
      },
    })
  return (
    <>
      {isOffered ? (
        <Button
          disabledReason={
            others > limits.excludedComponents
              ? `At most ${formatNumber(limits.excludedComponents)} components can be left out of a flow out.`
              : null
          }
          onClick={start}
        >
          <ArrowUpFromLine aria-hidden />
          {isChosen
            ? `Flow out ${plural(some.length, 'chosen component')}`
            : `Flow out the ${formatNumber(some.length)} shown`}
        </Button>
      ) : null}
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </>
  )
}
