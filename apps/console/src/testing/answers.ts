import { api, type SluiceApi } from '@sluice/contract/api'
import { ProblemError } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { problems, type ProblemType } from '@sluice/contract/problems'
import type { Route, Validated } from '@sluice/contract/route'
import type { z } from 'zod'

/** The body of an answer, as the contract has it; null for a call that answers without a body. */
type Reply<R extends Route> = R extends { response: infer S extends z.ZodType }
  ? z.input<S>
  : R extends { responseType: 'file' }
    ? unknown
    : null

/** What a call is answered: a body, a refusal, or what a function makes of the request. */
export type Answer<R extends Route> =
  | Reply<R>
  | ProblemError
  | ((request: Validated<R>) => Reply<R> | Promise<Reply<R>>)

/** The answers of a server by the names of the contract: `{ jobs: { provision: … } }`. */
export type Answers = {
  [G in keyof SluiceApi]?:
    | {
        [O in keyof SluiceApi[G]]?:
          | (SluiceApi[G][O] extends Route ? Answer<SluiceApi[G][O]> : never)
          | undefined
      }
    | undefined
}

/** A refusal as the server words it. */
export function refusal(type: ProblemType, changes: Partial<ProblemDetails> = {}): ProblemError {
  const { title, status } = problems[type]
  return new ProblemError({ type, title, status, ...changes })
}

/** The answer of a server that cannot be reached, in the words of the browser. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch')
}

/** A call that is never answered, to look at a page while it waits. */
export const forever = (): Promise<never> => new Promise(() => undefined)

/** An answer that comes once the test releases it. */
export function heldAnswer<T>(answer: T): {
  readonly answer: () => Promise<T>
  readonly release: () => void
} {
  const waiting: ((answer: T) => void)[] = []
  let isReleased = false
  return {
    answer: () => (isReleased ? Promise.resolve(answer) : new Promise((resolve) => waiting.push(resolve))),
    release: () => {
      isReleased = true
      for (const resolve of waiting) resolve(answer)
    },
  }
}

/** One request of a page, read by the contract. */
export interface ReceivedRequest {
  group: string
  operation: string
  request: { params: Record<string, string>; query?: unknown; body?: unknown }
}

const routes = Object.entries(api).flatMap(([group, operations]) =>
  Object.entries<Route>(operations).map(([operation, route]) => ({
    group,
    operation,
    route,
    pattern: new RegExp(`^/api${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  })),
)

/** Which call of the contract a request is. Raises for a request that the contract does not know or refuses. */
export function readRequest(
  address: string,
  init: RequestInit,
): ReceivedRequest & { readonly answersText: boolean } {
  const { pathname, searchParams } = new URL(address, globalThis.location.origin)
  const method = init.method ?? 'GET'
  for (const { group, operation, route, pattern } of routes) {
    const match = route.method === method ? pattern.exec(pathname) : null
    if (!match) continue
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ])
    const request: ReceivedRequest['request'] = { params: Object.fromEntries(params) }
    if (route.query) request.query = route.query.parse(Object.fromEntries(searchParams))
    if (route.body) request.body = route.body.parse(bodyOf(route, init))
    return { group, operation, request, answersText: route.responseType === 'text' }
  }
  throw new Error(`The contract has no call ${method} ${pathname}.`)
}

function bodyOf(route: Route, { body }: RequestInit): unknown {
  if (typeof body !== 'string') return undefined
  return route.bodyType === 'text' ? body : JSON.parse(body)
}
