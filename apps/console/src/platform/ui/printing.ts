import { useSyncExternalStore } from 'react'

let isPrinting = false

/** Calls the listener before and after the page is printed. */
function subscribe(listener: () => void): () => void {
  const begin = () => {
    isPrinting = true
    listener()
  }
  const end = () => {
    isPrinting = false
    listener()
  }
  globalThis.addEventListener('beforeprint', begin)
  globalThis.addEventListener('afterprint', end)
  return () => {
    globalThis.removeEventListener('beforeprint', begin)
    globalThis.removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed: then a list shows its rows that are out of sight too. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
