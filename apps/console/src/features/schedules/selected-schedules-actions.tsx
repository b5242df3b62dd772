import type { Schedule } from '@sluice/contract/schedule'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteSchedulesDialog } from './delete-schedules-dialog.tsx'
import { useChangeSchedule } from './use-change-schedule.ts'

interface SelectedSchedulesActionsProps {
  schedules: readonly Schedule[]
  onDone: () => void
}

/** What can be done with the chosen schedules; the first reason against it closes a button. */
export function SelectedSchedulesActions({ schedules, onDone }: SelectedSchedulesActionsProps) {
  const notAllowed = useNotAllowed()
  // The schedules may lose the selection by a push while the dialog is open.
  const [deleted, setDeleted] = useState<readonly Schedule[] | null>(null)
  const isNone = schedules.length === 0
  const reasonAgainst = (operation: 'updateSchedule' | 'deleteSchedule') =>
    schedules.map((schedule) => notAllowed(operation, schedule)).find((reason) => reason !== null) ?? null
  const updateReason = reasonAgainst('updateSchedule')
  const enable = useSwitch(schedules, true)
  const disable = useSwitch(schedules, false)
  const isSwitching = enable.isPending || disable.isPending
  return (
    <>
      <Button
        disabled={isNone || isSwitching}
        disabledReason={updateReason}
        isPending={enable.isPending}
        onClick={() => enable.mutate()}
      >
        Enable
      </Button>
      <Button
        disabled={isNone || isSwitching}
        disabledReason={updateReason}
        isPending={disable.isPending}
        onClick={() => disable.mutate()}
      >
        Disable
      </Button>
      <Button
        disabled={isNone}
        disabledReason={reasonAgainst('deleteSchedule')}
        onClick={() => setDeleted(schedules)}
      >
        Delete
      </Button>
      <DeleteSchedulesDialog
        isOpen={deleted !== null}
        schedules={deleted ?? []}
        problemHeading="There was a problem deleting the schedules"
        onClose={() => setDeleted(null)}
        onDeleted={() => {
          setDeleted(null)
          onDone()
        }}
      >
        <p>Are you sure you want to delete the following schedules?</p>
        <ul className="text-fg list-disc pt-2 pl-5 font-medium">
          {deleted?.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </DeleteSchedulesDialog>
    </>
  )
}

/** Failures are only logged: what was switched shows in the list. */
function useSwitch(schedules: readonly Schedule[], isEnabled: boolean) {
  const change = useChangeSchedule()
  return useMutation({
    mutationFn: async () => {
      for (const schedule of schedules) {
        if (schedule.isEnabled === isEnabled) continue
        await change(schedule, { isEnabled }).catch((error: unknown) =>
          console.error(
            `The schedule "${schedule.name}" could not be ${isEnabled ? 'enabled' : 'disabled'}.`,
            error,
          ),
        )
      }
    },
  })
}
