import type { Stack } from '@sluice/contract/stack'
import type { Workspace } from '@sluice/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { rememberedWorkspace } from '../workspaces/remembered-workspace.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'

const countStacks = (rows: ReadonlyMap<string, Stack>) => rows.size

export function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const [isOpen, setOpen] = useState(false)
  const notAllowed = useNotAllowed()('deleteWorkspace', workspace)
  const stacks = useDerived(entities.stacks, countStacks)
  const reason = stacks > 0 ? 'The workspace still has stacks.' : null
  const remove = useRemove(workspace)
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2">Delete this workspace. Allowed only when it has no stacks.</p>
        <Button intent="danger" disabledReason={notAllowed ?? reason} onClick={() => setOpen(true)}>
          Delete workspace
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          remove.reset()
          setOpen(false)
        }}
        title="Delete workspace"
        action="Delete workspace"
        isPending={remove.isPending}
        problem={<ErrorPanel heading="There was a problem deleting the workspace" error={remove.error} />}
        onConfirm={() => remove.mutate()}
      >
        <strong className="text-fg font-semibold">{workspace.name}</strong> is deleted with its members and
        invitations. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}

function useRemove({ id: workspaceId }: Workspace) {
  const client = useClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async () => {
      await client.workspaces.delete({ params: { workspaceId } })
      rememberedWorkspace.clear()
      await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
      await router.navigate({ to: '/workspaces', replace: true })
    },
  })
}
