import { limits } from '@sluice/contract/limits'
import { minutesBetweenMails } from '@sluice/contract/notification'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
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
