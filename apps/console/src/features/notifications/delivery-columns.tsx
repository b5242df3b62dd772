import { type NotificationDelivery, notificationEventLabels } from '@sluice/contract/notification'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom, problemMessages } from '../../platform/api/problem.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { Button } from '../../platform/ui/button.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { deliveriesQuery } from './notifications.query.ts'

const states: Readonly<Record<NotificationDelivery['status'], [DisplayStatus, string]>> = {
  Waiting: ['Pending', 'Waiting'],
  Delivered: ['Succeeded', 'Delivered'],
  GivenUp: ['Failed', 'Given up'],
}

function State({ status, attempts }: NotificationDelivery) {
  const [display, label] = states[status]
  const isRetried = status === 'Waiting' && attempts > 0
  return <StatusText status={isRetried ? 'Warning' : display} label={isRetried ? 'Tried again' : label} />
}

export const deliveryColumns: readonly Column<NotificationDelivery>[] = [
  { id: 'state', label: 'State', width: '7.5rem', cell: (delivery) => <State {...delivery} /> },
  {
    id: 'message',
    label: 'Message',
    width: 'auto',
    isLocked: true,
    cell: ({ title, path }) =>
      path === null ? (
        <span className="wrap-anywhere">{title}</span>
      ) : (
        <Link to={path} className={`${linkClasses} wrap-anywhere`}>
          {title}
        </Link>
      ),
  },
  {
    id: 'event',
    label: 'Event',
    width: '10rem',
    cell: ({ event }) => (event === 'Test' ? 'Test message' : notificationEventLabels[event]),
  },
  {
    id: 'receiver',
    label: 'Receiver',
    width: '10rem',
    cell: ({ receiver, webhookId }) => (
      <span title={receiver}>
        {receiver} {webhookId === null ? <span className="text-fg-2">by mail</span> : null}
      </span>
    ),
  },
  {
    id: 'error',
    label: 'Last error',
    width: 'auto',
    cell: ({ lastError }) =>
      lastError === null ? (
        <span className="text-fg-3">—</span>
      ) : (
        <span title={lastError} className="wrap-anywhere">
          {lastError}
        </span>
      ),
  },
  { id: 'attempts', label: 'Attempts', width: '5.5rem', cell: ({ attempts }) => attempts },
  {
    id: 'created',
    label: 'Created',
    width: '7.5rem',
    cell: ({ createdUtc }) => <Timestamp moment={createdUtc} />,
  },
  { id: 'actions', label: 'Actions', width: '7rem', cell: (delivery) => <SendAgain delivery={delivery} /> },
]

/** Only what was given up for a webhook; a mail is listed with the mail that the server gave up. */
function SendAgain({ delivery }: { delivery: NotificationDelivery }) {
  const client = useClient()
  const queries = useQueryClient()
  const { id: workspaceId } = useWorkspace()
  const { id: deliveryId, status, webhookId, title } = delivery
  const again = useMutation({
    mutationFn: () => client.notifications.sendAgain({ params: { workspaceId, deliveryId } }),
    onSuccess: () => queries.invalidateQueries(deliveriesQuery(client, workspaceId)),
  })
  if (status !== 'GivenUp' || webhookId === null) return null
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="sm"
        aria-label={`Send again: ${title}`}
        isPending={again.isPending}
        onClick={() => again.mutate()}
      >
        Send again
      </Button>
      {again.error === null ? null : (
        <p role="alert" className="text-12 text-red-text">
          {problemMessages(problemFrom(again.error)).join(' ')}
        </p>
      )}
    </div>
  )
}
