import { type Webhook, notificationEventLabels } from '@sluice/contract/notification'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { deliveriesQuery, webhooksQuery } from './notifications.query.ts'
import { formatLabels, WebhookDialog, WebhookSecret } from './webhook-dialog.tsx'

type OpenDialog = 'edit' | 'delete' | null

/** One webhook with what can be done with it. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<OpenDialog>(null)
  const calls = useWebhookCalls(webhook)
  const { test, toggle, replace } = calls
  const close = () => setOpen(null)
  const failed = [test, toggle, replace].find(({ error }) => error !== null)?.error ?? null
  return (
    <li className="border-line flex flex-col gap-2 border-b px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Facts webhook={webhook} />
        <Fate webhook={webhook} />
        <Actions webhook={webhook} calls={calls} onOpen={setOpen} />
      </div>
      <ErrorPanel heading="There was a problem with the webhook" error={failed} />
      <WebhookDialog
        isOpen={open === 'edit'}
        onClose={close}
        workspaceId={webhook.workspaceId}
        webhook={webhook}
      />
      <DeleteWebhook isOpen={open === 'delete'} onClose={close} webhook={webhook} />
      <WebhookSecret
        isOpen={replace.data !== undefined}
        onClose={() => replace.reset()}
        secret={replace.data?.secret ?? ''}
      />
    </li>
  )
}

const Facts = ({ webhook }: { webhook: Webhook }) => (
  <div className="min-w-0 flex-1 basis-64">
    <p className="font-medium wrap-anywhere">{webhook.name}</p>
    <p className="text-fg-2 wrap-anywhere">
      {formatLabels[webhook.format]} · <span className="text-12 font-mono">{webhook.addressShown}</span>
    </p>
    <p className="text-fg-2">{webhook.events.map((event) => notificationEventLabels[event]).join(', ')}</p>
  </div>
)

const Fate = ({ webhook }: { webhook: Webhook }) => (
  <div className="flex basis-48 flex-col gap-0.5">
    <State webhook={webhook} />
    <span className="text-fg-2">
      {webhook.lastDeliveredUtc === null ? (
        'Nothing delivered yet'
      ) : (
        <>
          Last delivered <Timestamp moment={webhook.lastDeliveredUtc} />
        </>
      )}
    </span>
  </div>
)

function State({ webhook: { isEnabled, waiting, givenUp } }: { webhook: Webhook }) {
  if (!isEnabled) return <StatusText status="Cancelled" label="Disabled" />
  const counts = [
    ...(givenUp > 0 ? [`${givenUp} given up`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ]
  if (counts.length === 0) return <StatusText status="Succeeded" label="Enabled" />
  return <StatusText status={givenUp > 0 ? 'Failed' : 'Pending'} label={counts.join(', ')} />
}

interface ActionsProps {
  webhook: Webhook
  calls: ReturnType<typeof useWebhookCalls>
  onOpen: (dialog: OpenDialog) => void
}

const Actions = ({ webhook, calls: { test, toggle, replace }, onOpen }: ActionsProps) => (
  <div className="flex gap-2">
    <Button
      size="sm"
      isPending={test.isPending}
      disabledReason={webhook.isEnabled ? null : 'The webhook is disabled.'}
      onClick={() => test.mutate()}
    >
      Send test message
    </Button>
    <Menu>
      <MenuTrigger
        render={<Button size="sm" intent="quiet" aria-label={`More actions for ${webhook.name}`} />}
      >
        <Ellipsis aria-hidden />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onClick={() => onOpen('edit')}>Edit</MenuItem>
        <MenuItem onClick={() => toggle.mutate()}>{webhook.isEnabled ? 'Disable' : 'Enable'}</MenuItem>
        <MenuItem onClick={() => replace.mutate()}>New secret</MenuItem>
        <MenuItem onClick={() => onOpen('delete')}>Delete</MenuItem>
      </MenuContent>
    </Menu>
  </div>
)

function useWebhookCalls({ id: webhookId, workspaceId, isEnabled }: Webhook) {
  const client = useClient()
  const queries = useQueryClient()
  const params = { workspaceId, webhookId }
  const onSuccess = async () => {
    await queries.invalidateQueries(deliveriesQuery(client, workspaceId))
    await queries.invalidateQueries(webhooksQuery(client, workspaceId))
  }
  return {
    test: useMutation({ mutationFn: () => client.notifications.sendTestMessage({ params }), onSuccess }),
    toggle: useMutation({
      mutationFn: () => client.notifications.updateWebhook({ params, body: { isEnabled: !isEnabled } }),
      onSuccess,
    }),
    replace: useMutation({ mutationFn: () => client.notifications.replaceSecret({ params }), gcTime: 0 }),
  }
}

interface DeleteWebhookProps {
  isOpen: boolean
  onClose: () => void
  webhook: Webhook
}

function DeleteWebhook({ isOpen, onClose, webhook }: DeleteWebhookProps) {
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
