import { useSyncExternalStore } from 'react'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

// build/first-paint.js reads the same key before the first paint.
const key = 'sluice.theme'
const listeners = new Set<() => void>()

/** The ground of the top bar, for the frame that the browser draws around the page. */
export const themeColours = { light: '#ffffff', dark: '#12171a' } as const

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

function current(): ThemeChoice {
  const stored = localStorage.getItem(key)
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

function apply(): void {
  const choice = current()
  const isDark = choice === 'dark' || (choice === 'system' && prefersDark().matches)
  const theme = isDark ? 'dark' : 'light'
  const root = document.documentElement
  if (root.dataset['theme'] !== theme) paintAtOnce(root, theme)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColours[theme])
}

/**
 * Sets the theme without transitions: a control that fades between two colours inside another one that fades too would show text of
 * one theme on the ground of the other for a while.
 */
function paintAtOnce(root: HTMLElement, theme: string): void {
  root.dataset['paintsAtOnce'] = ''
  root.dataset['theme'] = theme
  // Reading a size forces the browser to apply the new styles while transitions are off.
  root.getBoundingClientRect()
  delete root.dataset['paintsAtOnce']
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, choice)
  show()
}

function show(): void {
  apply()
  for (const listener of listeners) listener()
}

/** Follows the system's setting while no choice was made, and the choice of other tabs. */
export function followTheme(): void {
  apply()
  prefersDark().addEventListener('change', apply)
  globalThis.addEventListener('storage', (event) => {
    // A storage that was cleared names no key.
    if (event.key === key || event.key === null) show()
  })
  globalThis.addEventListener('beforeprint', () => (document.documentElement.dataset['theme'] = 'light'))
  globalThis.addEventListener('afterprint', apply)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, current)
