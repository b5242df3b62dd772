import { onDemand } from '../../platform/ui/on-demand.tsx'
import type { RerunDialogsProps } from './rerun-settings-dialogs.tsx'

/** The forms of jobs are loaded with the first dialog, because lists and pages show long before that. */
const Loaded = onDemand<RerunDialogsProps & { isOpen: boolean }>(
  async () => (await import('./rerun-settings-dialogs.tsx')).RerunSettingsDialogs,
)

/** One job opens the dialog of its type with its settings; several start again as they were. */
export const RerunDialogs = (props: RerunDialogsProps) => <Loaded {...props} isOpen={props.jobs.length > 0} />
