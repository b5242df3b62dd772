import { useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import { KeyboardContext } from './keyboard-context.tsx'
import { ownPages, stackPages, workspacePages } from './pages.ts'
import { isApple } from './palette-keys.ts'
import { type KeyPress, meaningOfKey } from './read-key.ts'
import { areSingleKeysOn } from './single-keys.ts'

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

interface KeyActions {
  openPalette: () => void
  closePalette: () => void
  isPaletteOpen: boolean
  openSheet: () => void
  goTo: (letter: string) => boolean
}

/** Listens to the keys that work on every page. What is open on top of the page keeps its own keys. */
function useKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  const prefixAt = useRef<number | null>(null)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || isModifier(event.key)) return
      const settings = { prefixAt: prefixAt.current, isApple, areSingleKeysOn: areSingleKeysOn() }
      const meaning = meaningOfKey(pressOf(event), settings)
      prefixAt.current = null
      if (meaning === null) return
      const { isPaletteOpen, closePalette, openPalette, openSheet, goTo } = latest.current
      if (isPaletteOpen && meaning.kind === 'palette') closePalette()
      else if (isSomethingOpen()) return
      else if (meaning.kind === 'palette') openPalette()
      else if (meaning.kind === 'help') openSheet()
      else if (meaning.kind === 'prefix') prefixAt.current = event.timeStamp
      else if (meaning.kind === 'filter' ? !focusFilter() : !goTo(meaning.letter)) return
      event.preventDefault()
      // A letter that belongs to `g` must not act on the row that has the focus as well.
      event.stopPropagation()
    }
    globalThis.addEventListener('keydown', listen, { capture: true })
    return () => globalThis.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

const isModifier = (key: string) => key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta'

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, metaKey, altKey, target, timeStamp: at } = event
  return { key, ctrlKey, metaKey, altKey, isTyping: isWriting(target), at }
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type="checkbox"]), textarea, select') !== null)

const isSomethingOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null

/** Puts the cursor into the search box of the page; false where it has none. */
function focusFilter(): boolean {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}
