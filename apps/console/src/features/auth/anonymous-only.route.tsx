import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { returnToSearch } from './return-to.ts'

export const Route = createFileRoute('/_anonymous-only')({
  validateSearch: returnToSearch.extend({ confirm: z.string().max(512).optional().catch(undefined) }),
  beforeLoad: async ({ context, search }) => {
    // The link that proves an address is used by signing in with it, whoever is signed in now.
    if (search.confirm !== undefined) return
    if (await context.session.restore()) throw redirect({ href: search.returnTo ?? '/' })
  },
})
