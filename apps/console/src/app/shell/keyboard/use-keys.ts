import { useEffect, useRef } from 'react'
import { isApple } from './palette-keys.ts'
import { type KeyPress, meaningOfKey } from './read-key.ts'
import { areSingleKeysOn } from './single-keys.ts'

interface KeyActions {
  openPalette: () => void
  closePalette: () => void
  isPaletteOpen: boolean
  openSheet: () => void
  goTo: (letter: string) => boolean
}

/** Listens to the keys that work on every page. What is open on top of the page keeps its own keys. */
export function useKeys(actions: KeyActions): void {
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
