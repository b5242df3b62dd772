import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { Session } from '../features/auth/session.ts'
import type { Access } from '../platform/api/access.ts'
import type { SluiceClient } from '../platform/api/client-context.tsx'
import type { Network } from '../platform/network.ts'
import { PageTitle } from './shell/page-title.tsx'
import { WaitingNotice } from './shell/waiting-notice.tsx'

interface RouterContext {
  session: Session
  client: SluiceClient
  access: Access
  network: Network
  queryClient: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootPage,
})

function RootPage() {
  return (
    <>
      <PageTitle />
      <Outlet />
      <WaitingNotice />
    </>
  )
}
