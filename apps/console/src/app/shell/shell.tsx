import { Dialog } from '@base-ui/react/dialog'
import { displayStatusText } from '@sluice/contract/job-rules'
import { jobTitle } from '@sluice/contract/job-title'
import { useMatches, useParams, useRouteContext, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { entities } from '../../entities.ts'
import { useJobPercent } from '../../features/job-page/job-percent.ts'
import { HubProvider } from '../../features/workspaces/hub-context.tsx'
import { Hub } from '../../features/workspaces/hub.ts'
import { useConfig } from '../../platform/config.tsx'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { Button } from '../../platform/ui/button.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { TooltipProvider } from '../../platform/ui/tooltip.tsx'
import { JobNews } from './job-news/job-news.tsx'
import { KeyboardCommands } from './keyboard/keyboard-commands.tsx'
import { Navigation } from './navigation.tsx'
import { documentTitle } from './title.ts'
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

interface Named {
  slug: string
  name: string
  /** Environments of two stacks may have one slug. */
  stackId?: string
}

/** Keeps the browser's title in step with the page and with what is pushed. */
function DocumentTitle() {
  const { productName } = useConfig()
  const { workspaceSlug, stackSlug, environmentSlug, jobId, scheduleId } = useParams({ strict: false })
  const page = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const workspace = useDerived(entities.workspaces, useNamed(workspaceSlug))
  const stack = useDerived(entities.stacks, useNamed(stackSlug))
  const environment = useDerived(entities.environments, useNamed(environmentSlug, stack?.id))
  const job = useEntity(entities.jobs, jobId)
  const percent = useJobPercent(jobId)
  const jobPage = job
    ? `${percent === null ? '' : `${percent} % `}${jobTitle(job, (id) => entities.environments.get(id)?.name)} ${displayStatusText(job)}`
    : undefined
  const schedule = useEntity(entities.schedules, scheduleId)
  const title = documentTitle({
    page: jobPage ?? schedule?.name ?? page,
    environment: environment?.name,
    stack: stack?.name,
    workspace: workspace?.name,
    product: productName,
  })
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

const useNamed = (slug: string | undefined, stackId?: string) =>
  useCallback(
    <T extends Named>(rows: ReadonlyMap<string, T>) =>
      [...rows.values()].find(
        (row) => row.slug === slug && (stackId === undefined || row.stackId === stackId),
      ),
    [slug, stackId],
  )

function Footer() {
  const { productName, version, versionDate, environmentName, changelogUrl, copyright } = useConfig()
  return (
    <footer className="text-12 text-fg-3 flex shrink-0 flex-wrap print:hidden gap-x-4 gap-y-1 px-4 pb-3 sm:px-6">
      <span>{`${productName} ${version} (${versionDate})`}</span>
      <span>{environmentName}</span>
      {changelogUrl === null ? null : (
        <a href={changelogUrl} target="_blank" rel="noreferrer" className={linkClasses}>
          Changelog
        </a>
      )}
      <span className="sm:ml-auto">{copyright}</span>
    </footer>
  )
}

/** The sidebar of narrow pages. It closes when it has led somewhere. */
function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', onClose), [router, onClose])
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 lg:hidden dark:bg-black/60" />
        <Dialog.Popup className="bg-canvas shadow-modal fixed inset-y-0 left-0 z-50 flex w-64 max-w-[85vw] flex-col transition-transform duration-150 outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full lg:hidden">
          <div className="border-line flex h-12 items-center justify-between border-b pr-2 pl-4">
            <Dialog.Title className="text-14 font-semibold">Navigation</Dialog.Title>
            <Dialog.Close render={<Button intent="quiet" size="icon" aria-label="Close navigation" />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-1 overflow-y-auto">
            <Navigation />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
