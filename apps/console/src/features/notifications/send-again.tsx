import type { NotificationDelivery } from '@sluice/contract/notification'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom, problemMessages } from '../../platform/api/problem.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { deliveriesQuery } from './notifications.query.ts'

/** Only what was given up for a webhook; a mail is listed with the mail that the server gave up. */
export function SendAgain({ delivery }: { delivery: NotificationDelivery }) {
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
