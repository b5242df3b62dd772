import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { infoCheckMs } from './session.ts'
import { useSession } from './session-context.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.session.restore()))
      throw redirect({ to: '/signin', search: { returnTo: location.href } })
  },
  component: SignedInPages,
})

function SignedInPages() {
  const session = useSession()
  useEffect(() => {
    const timer = setInterval(() => {
      // An unreachable server says nothing about the session; the push channel's banner tells the user.
      session.check().catch((error: unknown) => console.warn('The sign-in could not be checked.', error))
    }, infoCheckMs)
    return () => clearInterval(timer)
  }, [session])
  return <Outlet />
}
