import type { Readable } from 'node:stream'
import type { Actor, Operation } from '@sluice/contract/permissions'
import type { Route, Validated } from '@sluice/contract/route'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Origin } from '../users/session.ts'
import type { Caller } from '../users/session-store.ts'

/** What an operation receives: the validated request, who asks, and from where. */
export type OperationRequest<R extends Route> = Validated<R> & {
  origin: Origin
  caller: R['access'] extends 'anonymous' ? Caller | null : Caller
  /** The caller's standing in the workspace of the address. */
  actor: R['access'] extends Operation ? Actor : undefined
}

/** A file to download. */
export interface FileAnswer {
  content: Readable
  contentType: string
  fileName: string
  sizeBytes: number
}

export type Answer<R extends Route> = R extends { responseType: 'file' }
  ? FileAnswer
  : R extends { response: infer S extends z.ZodType }
    ? z.output<S>
    : void

export type Handler<R extends Route> = (ctx: Context, request: OperationRequest<R>) => Promise<Answer<R>>

/** Gives an operation the types of its route. */
export const handler = <R extends Route>(operation: Handler<R>): Handler<R> => operation
