import { useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import { KeyboardContext } from './keyboard-context.tsx'
import { ownPages, stackPages, workspacePages } from './pages.ts'
import { useKeys } from './use-keys.ts'

const Palette = onDemand(async () => (await import('./command-palette.tsx')).CommandPalette)
const Sheet = onDemand(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const Flows = onDemand(async () => (await import('./palette-flows.tsx')).PaletteFlows)

type Open = 'palette' | 'sheet' | null

/** The keys of the console, the palette and the list of the keys. */
export function KeyboardCommands({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null)
  const [flow, setFlow] = useState<StartedFlow | null>(null)
  const { stackSlug } = useParams({ strict: false })
  const goTo = useGoTo()
  const dialogs = useMemo(
    () => ({ openPalette: () => setOpen('palette'), openSheet: () => setOpen('sheet') }),
    [],
  )
  const close = () => setOpen(null)
  useKeys({ ...dialogs, isPaletteOpen: open === 'palette', closePalette: close, goTo })
  return (
    <KeyboardContext value={dialogs}>
      {children}
      <Palette isOpen={open === 'palette'} onClose={close} onStartFlow={setFlow} />
      <Sheet isOpen={open === 'sheet'} onClose={close} />
      {stackSlug === undefined ? null : (
        <Flows isOpen={flow !== null} started={flow} stackSlug={stackSlug} onClose={() => setFlow(null)} />
      )}
    </KeyboardContext>
  )
}

/** Opens the page that a letter stands for, where the open stack or workspace has one. Says whether there was one. */
function useGoTo(): (letter: string) => boolean {
  const router = useRouter()
  const { workspaceSlug, stackSlug } = useParams({ strict: false })
  return (letter) => {
    const ofStack = stackPages.find((page) => page.letter === letter)
    const ofWorkspace = workspacePages.find((page) => page.letter === letter)
    const own = ownPages.find((page) => page.letter === letter)
    if (ofStack && workspaceSlug !== undefined && stackSlug !== undefined)
      void router.navigate({ to: ofStack.to, params: { workspaceSlug, stackSlug } })
    else if (ofWorkspace && workspaceSlug !== undefined)
      void router.navigate({ to: ofWorkspace.to, params: { workspaceSlug } })
    else if (own) void router.navigate({ to: own.to })
    else return false
    return true
  }
}
