import type { Environment } from '@sluice/contract/environment'
import { createContext, type ReactNode, useContext } from 'react'

const Context = createContext<Environment | null>(null)

export const EnvironmentProvider = ({
  environment,
  children,
}: {
  environment: Environment
  children: ReactNode
}) => <Context value={environment}>{children}</Context>

/** The open environment. */
export function useEnvironment(): Environment {
  const environment = useContext(Context)
  if (!environment) throw new Error('useEnvironment needs an EnvironmentProvider around it.')
  return environment
}
