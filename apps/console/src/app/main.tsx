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

// After an update of the server the files of an open page are gone. One reload brings the new ones; a second
// failure in a row is a real one and reaches the error page.
const reloadedKey = 'sluice.reloaded'
globalThis.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - last < 30_000) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  event.preventDefault()
  globalThis.location.reload()
})

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
