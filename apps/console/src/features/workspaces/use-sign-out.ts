import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from '../auth/session-context.tsx'
import { rememberedWorkspace } from './remembered-workspace.ts'

/** Ends the session, here and in the other tabs of this browser. */
export function useSignOut(): () => Promise<void> {
  const session = useSession()
  const router = useRouter()
  return useCallback(async () => {
    await session.signOut()
    rememberedWorkspace.clear()
    await router.navigate({ to: '/signin' })
  }, [session, router])
}
