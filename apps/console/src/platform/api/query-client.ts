import { QueryClient } from '@tanstack/react-query'

/** What was fetched, for the one user of this page. Loaded after the sign-in. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
})
