import { useSyncExternalStore } from 'react'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

// public/theme.js reads the same key before the first paint.
const key = 'sluice.theme'
const listeners = new Set<() => void>()

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

function current(): ThemeChoice {
  const stored = localStorage.getItem(key)
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

function apply(): void {
  const choice = current()
  const isDark = choice === 'dark' || (choice === 'system' && prefersDark().matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, choice)
  apply()
  for (const listener of listeners) listener()
}

/** Follows the system's setting while no choice was made. */
export function followSystemTheme(): void {
  apply()
  prefersDark().addEventListener('change', apply)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, current)
