import { consoleConfig, type ConsoleConfig } from '@sluice/contract/console-config'
import { createContext, type ReactNode, useContext } from 'react'
import type { Network } from './network.ts'

const Context = createContext<ConsoleConfig | null>(null)

export const ConfigProvider = ({ config, children }: { config: ConsoleConfig; children: ReactNode }) => (
  <Context value={config}>{children}</Context>
)

export function useConfig(): ConsoleConfig {
  const config = useContext(Context)
  if (!config) throw new Error('useConfig needs a ConfigProvider around it.')
  return config
}

/** What the server tells the console before it starts. */
export async function loadConfig(network: Network): Promise<ConsoleConfig> {
  const response = await network.fetch('/console-config.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`The configuration could not be loaded (status ${response.status}).`)
  return consoleConfig.parse(await response.json())
}
