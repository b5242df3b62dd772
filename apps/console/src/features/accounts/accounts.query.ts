import type { AccountStatus } from '@sluice/contract/accounts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

export const accountsKey = ['accounts']

/** All accounts by e-mail address, page by page; asked for anew at each visit. */
export const accountsQuery = (
  client: SluiceClient,
  { search, status }: { search: string; status: AccountStatus | undefined },
) =>
  infiniteQueryOptions({
    queryKey: [...accountsKey, search, status],
    queryFn: ({ pageParam, signal }) =>
      client.accounts.list({
        query: {
          ...(search === '' ? {} : { search }),
          ...(status === undefined ? {} : { status }),
          ...(pageParam === '' ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextAfter }) => nextAfter,
    staleTime: 0,
  })
