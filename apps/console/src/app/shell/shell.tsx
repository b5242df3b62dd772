import { useParams, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { entities } from '../../entities.ts'
import { Hub } from '../../features/workspaces/hub.ts'
import { HubProvider } from '../../features/workspaces/hub-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { TooltipProvider } from '../../platform/ui/tooltip.tsx'
import { DocumentTitle } from './document-title.tsx'
import { Footer } from './footer.tsx'
import { JobNews } from './job-news/job-news.tsx'
import { KeyboardCommands } from './keyboard/keyboard-commands.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'

/** What surrounds every page of a person who has signed in. */
export function Shell({ children }: { children: ReactNode }) {
  const { access, network } = useRouteContext({ from: '__root__' })
  const { apiBaseAddress: baseAddress } = useConfig()
  const [hub] = useState(() => new Hub({ access, network, entities, baseAddress }))
  return (
    <HubProvider hub={hub}>
      <TooltipProvider>
        <DocumentTitle />
        <KeyboardCommands>
          <Frame>{children}</Frame>
        </KeyboardCommands>
        <JobNews />
      </TooltipProvider>
    </HubProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const hasNavigation = useParams({ strict: false }).workspaceSlug !== undefined
  return (
    <div className="grid h-dvh grid-cols-1 grid-rows-[3rem_minmax(0,1fr)] print:block print:h-auto">
      <a
        href="#main"
        className="bg-surface shadow-pop absolute top-1 left-1 z-60 -translate-y-16 rounded-md px-3 py-2 focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <TopBar onOpenNavigation={hasNavigation ? () => setDrawerOpen(true) : null} />
      <div className="flex min-h-0 print:block">
        {hasNavigation ? (
          <div className="border-line hidden w-54 shrink-0 overflow-y-auto border-r lg:flex print:hidden">
            <Navigation />
          </div>
        ) : null}
        <div className="flex min-w-0 flex-1 flex-col overflow-auto print:block print:overflow-visible">
          <main
            id="main"
            tabIndex={-1}
            className="flex shrink-0 grow flex-col px-4 pt-5 pb-3 outline-none sm:px-6 print:block print:p-0"
          >
            {children}
          </main>
          <Footer />
        </div>
      </div>
      <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
    </div>
  )
}
