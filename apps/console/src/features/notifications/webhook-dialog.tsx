import { zodResolver } from '@hookform/resolvers/zod'
import {
  type NotificationEvent,
  type Webhook,
  type WebhookFormat,
  notificationEventLabels,
  notificationEvents,
} from '@sluice/contract/notification'
import { webhookFields } from '@sluice/contract/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { InlineField } from '../../platform/ui/field.tsx'
import { webhooksQuery } from './notifications.query.ts'

export const formatLabels: Readonly<Record<WebhookFormat, string>> = {
  Sluice: 'JSON',
  Slack: 'Slack',
  Teams: 'Microsoft Teams',
}

const newForm = z.object(webhookFields)
/** The address is never shown, so an empty one stays as it is. */
const changeForm = newForm.extend({ address: z.union([z.literal(''), webhookFields.address]) })
type Values = z.input<typeof changeForm>

interface WebhookDialogProps {
  isOpen: boolean
  onClose: () => void
  workspaceId: string
  /** Null for a new one. */
  webhook: Webhook | null
}

const valuesOf = (webhook: Webhook | null): Values => ({
  name: webhook?.name ?? '',
  address: '',
  format: webhook?.format ?? 'Sluice',
  events: webhook?.events ?? [...notificationEvents],
})

export function WebhookDialog({ isOpen, onClose, workspaceId, webhook }: WebhookDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<Values>({
    resolver: zodResolver(webhook === null ? newForm : changeForm),
    defaultValues: valuesOf(webhook),
  })
  const save = useSave({ workspaceId, webhook, onChanged: onClose })
  const forget = save.reset
  useEffect(() => {
    if (!isOpen) return
    forget()
    reset(valuesOf(webhook))
  }, [isOpen, forget, reset, webhook])
  if (save.data) return <WebhookSecret isOpen={isOpen} onClose={onClose} secret={save.data} />
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      title={webhook === null ? 'Add webhook' : `Edit ${webhook.name}`}
      submitLabel={webhook === null ? 'Add' : 'Save'}
      isPending={save.isPending}
      error={save.error}
      problemHeading="There was a problem saving the webhook"
      onSubmit={handleSubmit((values) => save.mutate(values))}
    >
      <TextField control={control} name="name" label="Name" autoComplete="off" />
      <TextField
        control={control}
        name="address"
        label="Address"
        type="url"
        autoComplete="off"
        placeholder={webhook?.addressShown ?? 'https://'}
        hint={
          webhook === null
            ? 'An https address. It is stored sealed and not shown again.'
            : 'Leave it empty to keep the address. A new one gives up what waits for the old one.'
        }
      />
      {webhook === null ? (
        <SelectField control={control} name="format" label="Format" items={formatLabels} />
      ) : null}
      <EventsField control={control} />
    </FormDialog>
  )
}

function useSave(options: { workspaceId: string; webhook: Webhook | null; onChanged: () => void }) {
  const { workspaceId, webhook, onChanged } = options
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    /** Gives the secret of a new webhook. */
    mutationFn: async ({ address, format, ...values }: Values): Promise<string | null> => {
      if (webhook === null) {
        const body = { ...values, address, format }
        return (await client.notifications.createWebhook({ params: { workspaceId }, body })).secret
      }
      const body = address === '' ? values : { ...values, address }
      await client.notifications.updateWebhook({ params: { workspaceId, webhookId: webhook.id }, body })
      return null
    },
    onSuccess: async (secret) => {
      await queries.invalidateQueries(webhooksQuery(client, workspaceId))
      if (secret === null) onChanged()
    },
    gcTime: 0,
  })
}

function EventsField({ control }: { control: Control<Values> }) {
  const { field, fieldState } = useController({ control, name: 'events' })
  const chosen = new Set<NotificationEvent>(field.value)
  const toggle = (event: NotificationEvent, isWanted: boolean) =>
    field.onChange(notificationEvents.filter((one) => (one === event ? isWanted : chosen.has(one))))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium">Events</legend>
      {notificationEvents.map((event) => (
        <InlineField key={event} name={event} label={notificationEventLabels[event]}>
          <Checkbox
            checked={chosen.has(event)}
            onCheckedChange={(isWanted) => toggle(event, isWanted)}
            onBlur={field.onBlur}
          />
        </InlineField>
      ))}
      {fieldState.error ? (
        <p role="alert" className="text-12 text-red-text font-medium">
          {fieldState.error.message}
        </p>
      ) : null}
    </fieldset>
  )
}

interface WebhookSecretProps {
  isOpen: boolean
  onClose: () => void
  secret: string
}

/** The secret is kept sealed, so this is the one time that it can be shown. */
export const WebhookSecret = ({ isOpen, onClose, secret }: WebhookSecretProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Secret of the signatures"
    description="With it the receiver verifies that a call comes from here. It is shown only now; a chat needs none."
    footer={
      <Button intent="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="border-line rounded-lg border">
      <Properties
        rows={[{ label: 'Secret', value: <CopyText text={secret} label="secret" className="max-w-full" /> }]}
      />
    </div>
  </Dialog>
)
