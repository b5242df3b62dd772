import { consoleConfig, type ConsoleConfig } from '@sluice/contract/console-config'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Network } from './network.ts'

interface CurrentConfig {
  config: ConsoleConfig
  reload: () => Promise<void>
}

interface ConfigProviderProps {
  initial: ConsoleConfig
  network: Network
  children: ReactNode
}

const Context = createContext<CurrentConfig | null>(null)

export function ConfigProvider({ initial, network, children }: ConfigProviderProps) {
  const [config, setConfig] = useState(initial)
  const current = useMemo(
    () => ({ config, reload: async () => setConfig(await loadConfig(network)) }),
    [config, network],
  )
  return <Context value={current}>{children}</Context>
}

export const useConfig = (): ConsoleConfig => useCurrentConfig().config

/** Asks the server again, after something that changes what it says. */
export const useReloadConfig = (): (() => Promise<void>) => useCurrentConfig().reload

function useCurrentConfig(): CurrentConfig {
  const current = useContext(Context)
  if (!current) throw new Error('The configuration needs a ConfigProvider around it.')
  return current
}

/** What the server tells the console before it starts. */
export async function loadConfig(network: Network): Promise<ConsoleConfig> {
  const response = await network.fetch('/console-config.json')
  if (!response.ok) throw new Error(`The configuration could not be loaded (status ${response.status}).`)
  return consoleConfig.parse(await response.json())
}
