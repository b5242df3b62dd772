import { useMemo } from 'react'
import { FlowInDialog, FlowOutDialog } from './dialogs.tsx'
import { newFlowIn } from './flow-in-form.ts'
import { newFlowOut } from './flow-out-form.ts'

export type Flow = 'in' | 'out'

/** A flow that a person has begun to set up for some environments. */
export interface StartedFlow {
  flow: Flow
  environmentIds: readonly string[]
}

/** The dialog of the flow that was started, if one was. */
export function FlowDialogs({ started, onClose }: { started: StartedFlow | null; onClose: () => void }) {
  const flowIn = useMemo(() => (started?.flow === 'in' ? newFlowIn(started.environmentIds) : null), [started])
  const flowOut = useMemo(
    () => (started?.flow === 'out' ? newFlowOut(started.environmentIds) : null),
    [started],
  )
  return (
    <>
      <FlowInDialog isOpen={flowIn !== null} onClose={onClose} initial={flowIn} />
      <FlowOutDialog isOpen={flowOut !== null} onClose={onClose} initial={flowOut} />
    </>
  )
}
