import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** The upcoming times of a recurrence, or why it is none; the server decides. */
export const recurrenceQuery = (client: SluiceClient, recurrence: string) =>
  queryOptions({
    queryKey: ['recurrence', recurrence],
    queryFn: async ({ signal }) => client.schedules.validateCronExpression({ body: recurrence, signal }),
    retry: false,
    staleTime: 30_000,
  })
