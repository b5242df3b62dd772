import type { IncomingHttpHeaders } from 'node:http'
import type { AddressPolicy } from './address-policy.ts'
import type { Limits } from './limits.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body of known length that can be produced again for a repetition. */
export interface RequestBody {
  length: number
  open(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

export interface HttpRequest {
  method: HttpMethod
  /** The other side as messages name it, such as `Salesforce`. */
  peer: string
  url: URL
  headers: Record<string, string>
  body?: RequestBody | undefined
  idempotent: boolean
  limits: Limits
  addresses: AddressPolicy
  signal?: AbortSignal | undefined
}

export interface HttpReply {
  status: number
  headers: IncomingHttpHeaders
  /** Decompressed, counted against the limit. May be read once. */
  body: AsyncIterable<Buffer>
}
