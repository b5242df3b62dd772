import type { Webhook } from '@sluice/contract/notification'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { webhooksQuery } from './notifications.query.ts'

interface DeleteWebhookProps {
  isOpen: boolean
  onClose: () => void
  webhook: Webhook
}

export function DeleteWebhook({ isOpen, onClose, webhook }: DeleteWebhookProps) {
  const client = useClient()
  const queries = useQueryClient()
  const { id: webhookId, workspaceId, name } = webhook
  const remove = useMutation({
    mutationFn: () => client.notifications.deleteWebhook({ params: { workspaceId, webhookId } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(webhooksQuery(client, workspaceId))
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title="Delete webhook"
      action="Delete webhook"
      isPending={remove.isPending}
      problem={<ErrorPanel heading="There was a problem deleting the webhook" error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      <p>
        <strong className="text-fg font-semibold wrap-anywhere">{name}</strong> gets no more messages, and its
        part of the delivery log goes with it.
      </p>
    </ConfirmDialog>
  )
}
