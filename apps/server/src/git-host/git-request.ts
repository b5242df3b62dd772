import type { GitService } from '@sluice/git/http-backend'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GitCaller } from './git-caller.ts'
import type { ManagedRepository } from './managed-repository.ts'

/** One request of Git's smart HTTP protocol. */
export interface GitRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly service: GitService
  /** The repository's name or id, as the address has it. */
  readonly repositoryKey: string
  /** Aborted when the connection is gone or the answer is complete. */
  readonly closed: AbortSignal
}

/** A request whose caller may do what it asks for. */
export interface GrantedRequest extends GitRequest {
  readonly caller: GitCaller
  readonly repository: ManagedRepository
}

/** Also aborted at once for a client that has hung up already, whose reply closes no second time. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  if (reply.raw.destroyed) closed.abort()
  else reply.raw.once('close', () => closed.abort())
  return closed.signal
}
