import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useMemo } from 'react'
import { useSignOut } from '../../../features/workspaces/use-sign-out.ts'
import { chooseTheme } from '../../../platform/ui/theme.ts'
import type { Command } from './command.ts'
import { useKeyboardDialogs } from './keyboard-context.tsx'

const themes = [
  ['light', 'Use the light theme', Sun],
  ['dark', 'Use the dark theme', Moon],
  ['system', 'Use the theme of the system', Monitor],
] as const

/** What a person can set or do on every page. */
export function useSettingCommands(): readonly Command[] {
  const { openSheet } = useKeyboardDialogs()
  const signOut = useSignOut()
  return useMemo(
    () => [
      ...themes.map(([theme, label, icon]) => ({
        id: `theme ${theme}`,
        group: 'Settings',
        label,
        icon,
        run: () => chooseTheme(theme),
      })),
      {
        id: 'keys',
        group: 'Settings',
        label: 'Keyboard shortcuts',
        icon: Keyboard,
        keys: ['?'],
        run: openSheet,
      },
      { id: 'sign out', group: 'Settings', label: 'Sign out', icon: LogOut, run: () => void signOut() },
    ],
    [openSheet, signOut],
  )
}
