import type { Environment } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { EnvironmentJobChip } from './environment-job-chip.tsx'
import { useChangeEnvironment } from './use-change-environment.ts'

/** The environment's status, and the way to take a lock away by force. */
export function UnlockAction({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false)
  const change = useChangeEnvironment(environment)
  const notAllowed = useNotAllowed()
  const unlock = useMutation({
    mutationFn: () => change({ isLocked: false }),
    onSuccess: () => setOpen(false),
  })
  return (
    <span className="flex flex-wrap items-center gap-2">
      <EnvironmentJobChip environment={environment} />
      {environment.isLocked ? (
        <Button
          size="sm"
          disabledReason={notAllowed('unlockEnvironment', environment)}
          onClick={() => setOpen(true)}
        >
          Unlock
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Unlock environment"
        action="Unlock"
        isPending={unlock.isPending}
        problem={<ErrorPanel heading="There was a problem unlocking the environment" error={unlock.error} />}
        onConfirm={() => unlock.mutate()}
      >
        A job may still be using this environment. Unlocking takes the lock away from it, and the job cannot
        record its result.
      </ConfirmDialog>
    </span>
  )
}
