import { createContext, useContext } from 'react'

interface KeyboardDialogs {
  openPalette: () => void
  openSheet: () => void
}

export const KeyboardContext = createContext<KeyboardDialogs | null>(null)

/** Opens what the keyboard opens, for those who do not know its keys. */
export function useKeyboardDialogs(): KeyboardDialogs {
  const dialogs = useContext(KeyboardContext)
  if (!dialogs) throw new Error('useKeyboardDialogs needs KeyboardCommands around it.')
  return dialogs
}
