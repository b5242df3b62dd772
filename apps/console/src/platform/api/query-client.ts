import { QueryClient } from '@tanstack/react-query'

/** What was fetched, for the one user of this page. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // The server may be on this machine, so that a browser without a network still reaches it.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
