import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignedInPages } from './signed-in-pages.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    if (!(await context.session.restore()))
      throw redirect({ to: '/signin', search: { returnTo: location.href } })
  },
  component: SignedInPages,
})
