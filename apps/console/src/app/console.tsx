import { CSPProvider } from '@base-ui/react/csp-provider'
import type { SluiceApi } from '@sluice/contract/api'
import { createClientInParts } from '@sluice/contract/client'
import type { ConsoleConfig } from '@sluice/contract/console-config'
import { users } from '@sluice/contract/users'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type ErrorComponentProps,
  type RouterHistory,
  createRouter,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { SessionProvider } from '../features/auth/session-context.tsx'
import { Session } from '../features/auth/session.ts'
import { Access, acrossTabs } from '../platform/api/access.ts'
import { ClientProvider } from '../platform/api/client-context.tsx'
import { createSend } from '../platform/api/send.ts'
import { TokenStore } from '../platform/api/token-store.ts'
import { ConfigProvider } from '../platform/config.tsx'
import { NetworkProvider } from '../platform/network-context.tsx'
import type { Network } from '../platform/network.ts'
import { Button } from '../platform/ui/button.tsx'
import { ErrorPanel } from '../platform/ui/error-panel.tsx'
import { Spinner } from '../platform/ui/spinner.tsx'
import { routeTree } from './route-tree.gen.ts'

/** What signs people in is here from the beginning; the other calls come with the pages behind the sign-in. */
const routes = {
  here: { users },
  load: async (): Promise<SluiceApi> => (await import('@sluice/contract/api')).api,
}

interface ConsoleParts {
  network: Network
  config: ConsoleConfig
  /** The history of the router. Default: the history of the browser. */
  history?: RouterHistory
}

/** The whole console: every route with what its pages need. */
export function createConsole({ network, config, history }: ConsoleParts) {
  const { apiBaseAddress: baseAddress } = config
  const store = new TokenStore({ persistent: localStorage, session: sessionStorage })
  const plainClient = createClientInParts({
    ...routes,
    send: (path, init) => network.fetch(baseAddress + path, init),
  })
  const access = new Access({
    store,
    refresh: (refreshToken) => plainClient.users.refresh({ body: { refreshToken } }),
    onLost: () => session.lose(),
    exclusively: acrossTabs,
  })
  const send = createSend({ baseAddress, network, access, requestPauseMs: config.requestPauseMs })
  const client = createClientInParts({ ...routes, send })
  const session = new Session(access, client)
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    context: { session, client, access, network, queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
  session.onLost = () => void router.invalidate()
  const page: ReactNode = (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <ConfigProvider initial={config} network={network}>
          <NetworkProvider network={network}>
            <ClientProvider client={client}>
              <SessionProvider session={session}>
                <QueryClientProvider client={queryClient}>
                  <RouterProvider router={router} />
                </QueryClientProvider>
              </SessionProvider>
            </ClientProvider>
          </NetworkProvider>
        </ConfigProvider>
      </CSPProvider>
    </StrictMode>
  )
  return { router, page }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<typeof routeTree>>
  }
  interface StaticDataRouteOption {
    /** What the document's title calls the page. */
    title?: string
  }
}

/** What a page shows when it broke. The rest of the console stays usable. */
function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="mx-auto w-full max-w-160 p-6">
      <h1 className="text-20 pb-4 font-semibold tracking-[-0.01em]">This page could not be shown</h1>
      <ErrorPanel
        heading="There was a problem showing this page"
        error={error instanceof Error ? error : new Error(String(error))}
        actions={<Button onClick={tryAgain}>Try again</Button>}
      />
    </main>
  )
}

function LoadingPage() {
  return (
    <div className="grid min-h-60 flex-1 place-items-center p-8">
      <Spinner label="Loading" />
    </div>
  )
}

/** What was fetched, for the one user of this page. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // The server may be on this machine, so that a browser without a network still reaches it.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
