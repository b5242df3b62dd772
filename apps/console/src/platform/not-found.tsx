import { Navigate, type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'

/** The search of the notFound page: the address that was not found. Only one of this origin survives. */
export const notFoundSearch = z.object({
  from: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional()
    .catch(undefined),
})

const path = '/404' as const

/** Where an address that shows nothing leads; the notFound page leads to itself. */
export function toNotFound(location: ParsedLocation) {
  const from = location.pathname === path ? notFoundSearch.parse(location.search).from : location.href
  const search: { from?: string } = from === undefined ? {} : { from }
  return { to: path, search, replace: true }
}

/** Leaves for the notFound page, which names the address that was open. */
export function GoToNotFound() {
  const router = useRouter()
  const [target] = useState(() => toNotFound(router.state.location))
  return <Navigate {...target} />
}
