import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSignOutElsewhere } from '../../platform/other-tabs.ts'
import { useSession } from './session-context.tsx'
import { infoCheckMs } from './session.ts'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.session.restore()))
      throw redirect({ to: '/signin', search: { returnTo: location.href } })
  },
  component: SignedInPages,
})

/** Asks every half minute who is signed in, and forgets what was fetched when nobody is any more. */
function SignedInPages() {
  const session = useSession()
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      // An unreachable server says nothing about the session; the push channel's banner tells the user.
      session.check().catch((error: unknown) => console.warn('The sign-in could not be checked.', error))
    }, infoCheckMs)
    return () => clearInterval(timer)
  }, [session])
  useEffect(
    () => session.subscribe(() => (session.user() === null ? queryClient.clear() : undefined)),
    [session, queryClient],
  )
  useEffect(() => onSignOutElsewhere(() => session.lose()), [session])
  return <Outlet />
}
