import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { Session } from '../features/auth/session.ts'
import type { SluiceClient } from '../platform/api/client-context.tsx'
import { DocumentTitle } from './shell/document-title.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'

interface RouterContext {
  session: Session
  client: SluiceClient
  queryClient: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootPage,
  notFoundComponent: NotFoundPage,
})

function RootPage() {
  return (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  )
}
