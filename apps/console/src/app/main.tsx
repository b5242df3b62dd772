import { CSPProvider } from '@base-ui/react/csp-provider'
import { api } from '@sluice/contract/api'
import { createClient } from '@sluice/contract/client'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Session } from '../features/auth/session.ts'
import { SessionProvider } from '../features/auth/session-context.tsx'
import { Access, acrossTabs } from '../platform/api/access.ts'
import { ClientProvider } from '../platform/api/client-context.tsx'
import { createSend } from '../platform/api/send.ts'
import { TokenStore } from '../platform/api/token-store.ts'
import { ConfigProvider, loadConfig } from '../platform/config.tsx'
import { followSystemTheme } from '../platform/ui/theme.ts'
import { routeTree } from './route-tree.gen.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { LoadingPage } from './shell/loading-page.tsx'

const baseAddress = '/api'

async function start(root: HTMLElement) {
  followSystemTheme()
  const config = await loadConfig()
  const store = new TokenStore({ persistent: localStorage, session: sessionStorage })
  const plainClient = createClient(api, (path, init) => fetch(baseAddress + path, init))
  const access = new Access({
    store,
    refresh: (refreshToken) => plainClient.users.refresh({ body: { refreshToken } }),
    onLost: () => session.lose(),
    exclusively: acrossTabs,
  })
  const send = createSend({ baseAddress, access, requestPauseMs: config.requestPauseMs })
  const client = createClient(api, send)
  const session = new Session(access, client)
  const router = createRouter({
    routeTree,
    context: { session, client, access },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
  })
  session.onLost = () => void router.invalidate()
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <ConfigProvider config={config}>
          <ClientProvider client={client}>
            <SessionProvider session={session}>
              <RouterProvider router={router} />
            </SessionProvider>
          </ClientProvider>
        </ConfigProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
start(root).catch((error: unknown) => {
  console.error(error)
  root.textContent = 'The server could not be reached. Check that it runs, then reload the page.'
})

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<typeof routeTree>>
  }
  interface StaticDataRouteOption {
    /** What the document's title calls the page. */
    title?: string
  }
}
