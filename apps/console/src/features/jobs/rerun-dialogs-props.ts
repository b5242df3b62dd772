import type { JobWithNotices } from '@sluice/contract/job'

export interface RerunDialogsProps {
  /** Those to run again; none closes the dialogs. */
  jobs: readonly JobWithNotices[]
  onClose: () => void
}
