import type { User } from '@sluice/contract/user'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'

const Context = createContext<Session | null>(null)

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <Context value={session}>{children}</Context>
)

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider around it.')
  return session
}

/** Null while nobody is signed in, for example in the moment of signing out. */
export function useUser(): User | null {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.user)
}
