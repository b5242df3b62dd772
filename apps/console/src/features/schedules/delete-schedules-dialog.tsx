import type { Schedule } from '@sluice/contract/schedule'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

interface DeleteSchedulesDialogProps {
  isOpen: boolean
  schedules: readonly Schedule[]
  /** What a failure is called. */
  problemHeading: string
  children: ReactNode
  onClose: () => void
  onDeleted: () => void
}

export function DeleteSchedulesDialog(props: DeleteSchedulesDialogProps) {
  const { isOpen, schedules, problemHeading, children, onClose, onDeleted } = props
  const client = useClient()
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id: scheduleId, workspaceId, stackId } of schedules) {
        await client.schedules.delete({ params: { workspaceId, stackId, scheduleId } })
        entities.schedules.apply([], [scheduleId])
      }
    },
    onSuccess: onDeleted,
  })
  const isOne = schedules.length === 1
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={isOne ? 'Delete schedule' : 'Delete schedules'}
      action={isOne ? 'Delete schedule' : `Delete ${plural(schedules.length, 'schedule')}`}
      isPending={remove.isPending}
      problem={<ErrorPanel heading={problemHeading} error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      {children}
    </ConfirmDialog>
  )
}
