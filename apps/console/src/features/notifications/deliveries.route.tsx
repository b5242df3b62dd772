import { limits } from '@sluice/contract/limits'
import {
  type NotificationDelivery,
  minutesBetweenMails,
  notificationEventLabels,
} from '@sluice/contract/notification'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom, problemMessages } from '../../platform/api/problem.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { deliveriesQuery } from './notifications.query.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/notification-deliveries')({
  component: DeliveriesPage,
  staticData: { title: 'Delivery log' },
})

function DeliveriesPage() {
  const { id } = useWorkspace()
  const reason = useNotAllowed()('manageWebhooks')
  return (
    <div className="flex flex-1 flex-col">
      <PageHeader
        title="Delivery log"
        meta={`Notifications to webhooks and members. A member gets at most one mail in ${minutesBetweenMails} minutes; a webhook that fails is tried for 24 hours.`}
      />
      {reason === null ? <Deliveries workspaceId={id} /> : <Notice kind="info" title={reason} />}
    </div>
  )
}

function Deliveries({ workspaceId }: { workspaceId: string }) {
  const { data, error, isFetching, refetch } = useQuery(deliveriesQuery(useClient(), workspaceId))
  if (error && !isFetching)
    return (
      <ErrorPanel
        heading="There was a problem loading the delivery log"
        error={error}
        actions={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    )
  return (
    <DataTable
      label="Deliveries"
      columns={deliveryColumns}
      groups={[{ title: '', rows: data ?? [] }]}
      rowName={({ title }) => title}
      isLoading={data === undefined}
      cardsBelowRem={74}
      empty={
        <EmptyState title="No notifications yet">
          What is sent to the webhooks of this workspace and mailed to its members is listed here.
        </EmptyState>
      }
      footer={
        data?.length === limits.listedDeliveries ? (
          <p className="text-fg-2 pt-3">{`Only the newest ${limits.listedDeliveries} are listed.`}</p>
        ) : null
      }
    />
  )
}

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

const deliveryColumns: readonly Column<NotificationDelivery>[] = [
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
