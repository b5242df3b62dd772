import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { webhooksQuery } from './notifications.query.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The webhooks of the open workspace: the business of its administrators. */
export function WebhooksCard() {
  const { id: workspaceId, slug } = useWorkspace()
  const [isAdding, setAdding] = useState(false)
  const disabledReason = useNotAllowed()('manageWebhooks')
  const log = (
    <Link
      to="/workspaces/$workspaceSlug/notification-deliveries"
      params={{ workspaceSlug: slug }}
      className={linkClasses}
    >
      Delivery log
    </Link>
  )
  return (
    <Card
      title="Webhooks"
      actions={
        <>
          {disabledReason === null ? log : null}
          <Button size="sm" disabledReason={disabledReason} onClick={() => setAdding(true)}>
            Add webhook
          </Button>
        </>
      }
    >
      {disabledReason === null ? (
        <Webhooks workspaceId={workspaceId} />
      ) : (
        <p className="text-fg-2 px-4 py-3">Only administrators see the webhooks of a workspace.</p>
      )}
      <WebhookDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        workspaceId={workspaceId}
        webhook={null}
      />
    </Card>
  )
}

function Webhooks({ workspaceId }: { workspaceId: string }) {
  const { data, error, isFetching, refetch } = useQuery(webhooksQuery(useClient(), workspaceId))
  if (error && !isFetching)
    return (
      <ErrorPanel
        className="m-4"
        heading="There was a problem loading the webhooks"
        error={error}
        actions={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    )
  if (data === undefined) return <Skeleton className="m-4 h-16" />
  if (data.length === 0)
    return (
      <EmptyState title="No webhooks">
        A webhook tells a chat or a program of your own when a job fails or waits for input, when a schedule
        has a problem, or when tests fail.
      </EmptyState>
    )
  return (
    <ul>
      {data.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  )
}
