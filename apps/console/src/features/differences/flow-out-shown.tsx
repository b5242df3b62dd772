import { unpackagedPackage } from '@sluice/contract/component'
import type { DifferenceComponent } from '@sluice/contract/difference'
import { limits } from '@sluice/contract/limits'
import { ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useEnvironment } from '../environments/environment-context.tsx'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'
import { keyOf } from './use-difference.ts'

interface FlowOutShownProps {
  components: readonly DifferenceComponent[]
  /** The components that the filter leaves. */
  shown: readonly DifferenceComponent[]
}

const isToDeploy = ({ outbound }: DifferenceComponent): boolean => outbound !== null

/** Starts a flow out of what a filter leaves; the dialog has everything else as left out. */
export function FlowOutShown({ components, shown }: FlowOutShownProps) {
  const environment = useEnvironment()
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const chosen = shown.filter(isToDeploy)
  const keys = new Set(chosen.map(keyOf))
  const others = components.filter((one) => isToDeploy(one) && !keys.has(keyOf(one)))
  if (chosen.length === 0 || others.length === 0) return null
  const start = () => {
    const excluded = others.map(({ componentType, componentName }) => ({
      packageName: unpackagedPackage,
      componentType,
      componentName,
    }))
    setStarted({ flow: 'out', environmentIds: [environment.id], excluded })
  }
  return (
    <>
      <Button
        disabledReason={
          others.length > limits.excludedComponents
            ? `At most ${formatNumber(limits.excludedComponents)} components can be left out of a flow out.`
            : null
        }
        onClick={start}
      >
        <ArrowUpFromLine aria-hidden /> {`Flow out the ${formatNumber(chosen.length)} shown`}
      </Button>
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </>
  )
}
