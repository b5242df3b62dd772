import { onDemand } from '../../platform/ui/on-demand.tsx'

/** The submission dialogs as pages use them: forms and pickers are loaded when one opens. */
export const FlowInDialog = onDemand(async () => (await import('./flow-in-dialog.tsx')).FlowInDialog)
export const FlowOutDialog = onDemand(async () => (await import('./flow-out-dialog.tsx')).FlowOutDialog)
export const FlowMergeDialog = onDemand(async () => (await import('./flow-merge-dialog.tsx')).FlowMergeDialog)
export const RunApexTestsDialog = onDemand(
  async () => (await import('./run-apex-tests-dialog.tsx')).RunApexTestsDialog,
)
export const DeleteEnvironmentsDialog = onDemand(
  async () => (await import('./delete-environments-dialog.tsx')).DeleteEnvironmentsDialog,
)
