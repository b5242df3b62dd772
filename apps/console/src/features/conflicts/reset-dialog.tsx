import type { ConflictFile } from '@sluice/contract/conflict'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'

interface ResetDialogProps {
  /** Closed while there are none. */
  files: readonly ConflictFile[]
  onClose: () => void
  onConfirm: () => void
}

/** Asks before resolutions and edits are taken back, because nothing brings them again. */
export const ResetDialog = ({ files, onClose, onConfirm }: ResetDialogProps) => (
  <ConfirmDialog
    isOpen={files.length > 0}
    onClose={onClose}
    title={`Reset ${plural(files.length, 'file')}?`}
    action="Reset"
    isPending={false}
    problem={null}
    onConfirm={onConfirm}
  >
    Their resolutions are taken back, and edits of their results are lost.
  </ConfirmDialog>
)
