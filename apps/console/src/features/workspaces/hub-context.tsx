import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { ConnectionStatus } from '../../platform/push/connection.ts'
import type { Hub } from './hub.ts'

const Context = createContext<Hub | null>(null)

export const HubProvider = ({ hub, children }: { hub: Hub; children: ReactNode }) => (
  <Context value={hub}>{children}</Context>
)

export function useHub(): Hub {
  const hub = useContext(Context)
  if (!hub) throw new Error('useHub needs a HubProvider around it.')
  return hub
}

export function useConnectionStatus(): ConnectionStatus {
  const hub = useHub()
  return useSyncExternalStore(hub.subscribe, hub.status)
}
