import { onDemand } from '../../platform/ui/on-demand.tsx'
import type { FlowDialogsProps } from './started-flow.ts'

/** The forms of flows are loaded with the first dialog, because lists and pages show long before that. */
const Loaded = onDemand<FlowDialogsProps & { isOpen: boolean }>(
  async () => (await import('./started-flow-dialogs.tsx')).StartedFlowDialogs,
)

/** The dialog of the flow that was started, if one was. */
export const FlowDialogs = (props: FlowDialogsProps) => <Loaded {...props} isOpen={props.started !== null} />
