import type { SluiceApi } from '@sluice/contract/api'
import type { Client } from '@sluice/contract/client'
import { createContext, type ReactNode, useContext } from 'react'

export type SluiceClient = Client<SluiceApi>

const Context = createContext<SluiceClient | null>(null)

export const ClientProvider = ({ client, children }: { client: SluiceClient; children: ReactNode }) => (
  <Context value={client}>{children}</Context>
)

export function useClient(): SluiceClient {
  const client = useContext(Context)
  if (!client) throw new Error('useClient needs a ClientProvider around it.')
  return client
}
