import type { Environment } from '@sluice/contract/environment'
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'
import { CheckNow } from '../differences/check-now.tsx'
import { nextStep, offeredCount } from '../differences/difference-text.ts'
import { useDifference } from '../differences/use-difference.ts'

/** The one action that follows from what differs. */
export function NextStepButton({ environment }: { environment: Environment }) {
  const difference = useDifference(environment.id)
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const step = difference ? nextStep(difference) : 'check'
  const start = (flow: StartedFlow['flow']) => setStarted({ flow, environmentIds: [environment.id] })
  return (
    <>
      {step === 'flowIn' ? (
        <Button intent="primary" onClick={() => start('in')}>
          <ArrowDownToLine aria-hidden /> {`Flow in ${plural(difference?.changedInOrg ?? 0, 'change')}`}
        </Button>
      ) : step === 'flowOut' ? (
        <Button intent="primary" onClick={() => start('out')}>
          <ArrowUpFromLine aria-hidden /> {`Flow out ${plural(offeredCount(difference), 'component')}`}
        </Button>
      ) : null}
      <CheckNow environment={environment} intent={step === 'check' ? 'primary' : 'neutral'} />
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </>
  )
}
