import { canDeleteStack, type Stack } from '@sluice/contract/stack'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteStacksDialog } from './delete-stacks-dialog.tsx'
import { useStackParams } from '../current-stack/stack-paths.ts'

export function DangerZone({ stack }: { stack: Stack }) {
  const router = useRouter()
  const { workspaceSlug } = useStackParams()
  const [isOpen, setOpen] = useState(false)
  const environments = useStackEnvironments()
  const notAllowed = useNotAllowed()('deleteStack', stack)
  const reason = canDeleteStack(environments) ? null : 'Every environment must be production and not locked.'
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2">
          Delete this stack. Allowed only when every environment is production and not locked, and every job
          has ended.
        </p>
        <Button intent="danger" disabledReason={notAllowed ?? reason} onClick={() => setOpen(true)}>
          Delete stack
        </Button>
      </div>
      <DeleteStacksDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        stacks={[stack]}
        onDeleted={() =>
          void router.navigate({ to: '/workspaces/$workspaceSlug/stacks', params: { workspaceSlug } })
        }
      />
    </Card>
  )
}
