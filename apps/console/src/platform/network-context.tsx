import { createContext, type ReactNode, useContext } from 'react'
import type { Network } from './network.ts'

const Context = createContext<Network | null>(null)

export const NetworkProvider = ({ network, children }: { network: Network; children: ReactNode }) => (
  <Context value={network}>{children}</Context>
)

/** For what is no call of the API: downloads and push lines. Calls go through `useClient`. */
export function useNetwork(): Network {
  const network = useContext(Context)
  if (!network) throw new Error('useNetwork needs a NetworkProvider around it.')
  return network
}
