import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** Mail that waits because the server has no mail server, newest first; asked for anew at each visit. */
export const waitingMailQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['waiting-mail'],
    queryFn: ({ signal }) => client.users.listWaitingMail({ signal }),
    staleTime: 0,
    // Its links open accounts.
    gcTime: 0,
  })

/** Mail that the server has given up, newest first; asked for anew at each visit. */
export const undeliveredMailQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['undelivered-mail'],
    queryFn: ({ signal }) => client.users.listUndeliveredMail({ signal }),
    staleTime: 0,
  })
