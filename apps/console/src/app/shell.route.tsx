import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { workspaceListQuery } from '../features/workspaces/workspace-list.query.ts'
import { Hub } from '../features/workspaces/hub.ts'
import { HubProvider } from '../features/workspaces/hub-context.tsx'
import { entities } from '../entities.ts'
import { TooltipProvider } from '../platform/ui/tooltip.tsx'
import { DocumentTitle } from './shell/document-title.tsx'
import { Footer } from './shell/footer.tsx'
import { NavigationDrawer } from './shell/navigation-drawer.tsx'
import { Navigation } from './shell/navigation.tsx'
import { TopBar } from './shell/top-bar.tsx'

export const Route = createFileRoute('/_signed-in/_shell')({
  loader: ({ context }) => context.queryClient.ensureQueryData(workspaceListQuery(context.client)),
  component: Shell,
})

function Shell() {
  const { access, network } = Route.useRouteContext()
  const [hub] = useState(() => new Hub({ access, network, entities }))
  return (
    <HubProvider hub={hub}>
      <TooltipProvider>
        <DocumentTitle />
        <Frame />
      </TooltipProvider>
    </HubProvider>
  )
}

function Frame() {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const hasNavigation = useParams({ strict: false }).workspaceSlug !== undefined
  return (
    <div className="grid h-dvh grid-cols-1 grid-rows-[3rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="bg-surface shadow-pop absolute top-1 left-1 z-60 -translate-y-16 rounded-md px-3 py-2 focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar onOpenNavigation={hasNavigation ? () => setDrawerOpen(true) : null} />
      <div className="flex min-h-0">
        {hasNavigation ? (
          <div className="border-line hidden w-54 shrink-0 overflow-y-auto border-r lg:flex">
            <Navigation />
          </div>
        ) : null}
        <div className="flex min-w-0 flex-1 flex-col overflow-auto">
          <main
            id="main"
            tabIndex={-1}
            className="flex shrink-0 grow flex-col px-4 pt-5 pb-3 outline-none sm:px-6"
          >
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
    </div>
  )
}
