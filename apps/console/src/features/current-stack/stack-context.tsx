import type { Stack } from '@sluice/contract/stack'
import { createContext, type ReactNode, useContext } from 'react'

const Context = createContext<Stack | null>(null)

export const StackProvider = ({ stack, children }: { stack: Stack; children: ReactNode }) => (
  <Context value={stack}>{children}</Context>
)

/** The open stack. */
export function useStack(): Stack {
  const stack = useContext(Context)
  if (!stack) throw new Error('useStack needs a StackProvider around it.')
  return stack
}
