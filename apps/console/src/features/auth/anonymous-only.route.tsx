import { createFileRoute, redirect } from '@tanstack/react-router'
import { returnToSearch } from './return-to.ts'

export const Route = createFileRoute('/_anonymous-only')({
  validateSearch: returnToSearch,
  beforeLoad: async ({ context, search }) => {
    if (await context.session.restore()) throw redirect({ href: search.returnTo ?? '/' })
  },
})
