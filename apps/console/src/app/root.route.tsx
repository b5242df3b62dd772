import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Session } from '../features/auth/session.ts'
import type { Access } from '../platform/api/access.ts'
import type { SluiceClient } from '../platform/api/client-context.tsx'
import { useConfig } from '../platform/config.tsx'
import { useIsWaitingForCode } from '../platform/load-code.ts'
import type { Network } from '../platform/network.ts'
import { Notice } from '../platform/ui/notice.tsx'
import { documentTitle } from './shell/title.ts'

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

/** The title of the pages outside the shell; inside it, names of pushed things join (`shell.tsx`). */
function PageTitle() {
  const { productName: product } = useConfig()
  const title = useMatches({
    select: (matches) => {
      if (matches.some((match) => match.routeId === '/_signed-in/_shell')) return null
      const page = matches.findLast((match) => match.staticData.title)?.staticData.title
      return documentTitle({ page, environment: undefined, stack: undefined, workspace: undefined, product })
    },
  })
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return null
}

/** Says why a page that was asked for does not come yet. */
function WaitingNotice() {
  if (!useIsWaitingForCode()) return null
  return (
    <div className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-120">
      <Notice
        kind="warning"
        className="shadow-pop"
        title="The server does not answer. The page opens as soon as it does."
      />
    </div>
  )
}
