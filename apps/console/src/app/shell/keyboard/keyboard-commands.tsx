import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import { KeyboardContext } from './keyboard-context.tsx'
import { useGoTo } from './use-go-to.ts'
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
