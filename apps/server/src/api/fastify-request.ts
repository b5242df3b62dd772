import type { Actor } from '@sluice/contract/permissions'
import type { Caller } from '../users/session-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null for a stranger, and before it has been looked up. */
    caller: Caller | null
    /** The caller's standing in the workspace of the address, where the address has one. */
    actor: Actor | null
  }
}
