import { onDemand } from '../../platform/ui/on-demand.tsx'

/** Loaded when it opens. */
export const InitializeStackDialog = onDemand(
  async () => (await import('./initialize-stack-dialog.tsx')).InitializeStackDialog,
)
