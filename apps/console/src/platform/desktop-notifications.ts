import { useSyncExternalStore } from 'react'

const key = 'sluice.notifications'
const listeners = new Set<() => void>()

/** `refused`: the browser forbids them for this site. `missing`: it has none here, for example without TLS. */
export type DesktopNotifications = 'on' | 'off' | 'refused' | 'missing'

export function desktopNotifications(): DesktopNotifications {
  if (!('Notification' in globalThis) || !isSecureContext) return 'missing'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Asks the browser where it has not been asked. */
export async function switchDesktopNotifications(isOn: boolean): Promise<void> {
  if (!isOn) localStorage.removeItem(key)
  else if ((await Notification.requestPermission()) === 'granted') localStorage.setItem(key, 'on')
  for (const listener of listeners) listener()
}

interface DesktopNotification {
  title: string
  body: string
  /** Several tabs show one notification for one tag. */
  tag: string
  onClick: () => void
}

/** Shows it outside of the page, when the person wants that. */
export function notifyOnDesktop({ title, body, tag, onClick }: DesktopNotification): void {
  if (desktopNotifications() !== 'on') return
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg' })
    notification.addEventListener('click', () => {
      globalThis.focus()
      notification.close()
      onClick()
    })
  } catch {
    // Some browsers of telephones have the name, and show notifications only from a service worker.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDesktopNotifications = (): DesktopNotifications =>
  useSyncExternalStore(subscribe, desktopNotifications)
