import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** Mail that the server has given up, newest first; asked for anew at each visit. */
export const undeliveredMailQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['undelivered-mail'],
    queryFn: ({ signal }) => client.users.listUndeliveredMail({ signal }),
    staleTime: 0,
  })
