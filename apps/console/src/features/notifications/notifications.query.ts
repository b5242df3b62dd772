import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

const pollMs = 5_000

/** The webhooks of a workspace, looked at again while one has messages that wait. */
export const webhooksQuery = (client: SluiceClient, workspaceId: string) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId],
    queryFn: ({ signal }) => client.notifications.listWebhooks({ params: { workspaceId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? pollMs : false),
  })

/** The newest deliveries of a workspace, looked at again while one waits. */
export const deliveriesQuery = (client: SluiceClient, workspaceId: string) =>
  queryOptions({
    queryKey: ['notification-deliveries', workspaceId],
    queryFn: ({ signal }) => client.notifications.listDeliveries({ params: { workspaceId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'Waiting') ? pollMs : false),
  })

/** What the user gets by mail from each of his workspaces. */
export const choicesQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['notification-choices'],
    queryFn: ({ signal }) => client.notifications.listChoices({ signal }),
    staleTime: 0,
  })
