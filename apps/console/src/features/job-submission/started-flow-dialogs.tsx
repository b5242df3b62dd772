import { useMemo } from 'react'
import { FlowInDialog, FlowMergeDialog, FlowOutDialog } from './dialogs.tsx'
import { newFlowIn } from './flow-in-form.ts'
import { newFlowMerge } from './flow-merge-form.ts'
import { newFlowOut } from './flow-out-form.ts'
import type { FlowDialogsProps, StartedFlow } from './started-flow.ts'

/** The dialog of the flow that was started, if one was. */
export function StartedFlowDialogs({ started, onClose }: FlowDialogsProps) {
  const { flowIn, flowOut, flowMerge } = useMemo(() => formsOf(started), [started])
  return (
    <>
      <FlowInDialog isOpen={flowIn !== null} onClose={onClose} initial={flowIn} />
      <FlowOutDialog isOpen={flowOut !== null} onClose={onClose} initial={flowOut} />
      <FlowMergeDialog isOpen={flowMerge !== null} onClose={onClose} initial={flowMerge} />
    </>
  )
}

function formsOf(started: StartedFlow | null) {
  const { flow, environmentIds: ids, chosen = null } = started ?? { flow: null, environmentIds: [] }
  return {
    flowIn: flow === 'in' ? newFlowIn(ids) : null,
    flowOut: flow === 'out' ? newFlowOut(ids, chosen) : null,
    flowMerge:
      flow === 'mergeFrom' ? newFlowMerge([], ids) : flow === 'mergeInto' ? newFlowMerge(ids, []) : null,
  }
}
