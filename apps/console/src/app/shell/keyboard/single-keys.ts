import { useSyncExternalStore } from 'react'

const key = 'sluice.single-keys'
const listeners = new Set<() => void>()

/** Whether keys without Ctrl or Command do something; people who dictate or miss keys switch them off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(key) !== 'off'

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn)
