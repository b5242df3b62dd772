import type { z } from 'zod'
import { type ProblemDetails, problemDetails } from './problem-details.ts'
import type { Api, Request, Response, Route } from './route.ts'

/** One call. Routes without parameters, query and body need no argument. */
export type Call<R extends Route> = (
  ...args: unknown extends Request<R> ? [request?: Options] : [request: Request<R> & Options]
) => Promise<Response<R>>
/** The calls, grouped as the routes are. */
export type Client<A extends Api> = { [G in keyof A]: { [O in keyof A[G]]: Call<A[G][O]> } }

/** fetch below `/api`, with what the caller's side adds: base address, bearer token, pause. */
export type Send = (path: string, init: RequestInit, route: Route) => Promise<globalThis.Response>

interface Options {
  signal?: AbortSignal
}

/** A refused call. `problem.type` is a type of the catalogue, or `unknown` for an answer of another shape. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: ProblemDetails
  constructor(problem: ProblemDetails) {
    super(problem.detail ?? problem.title)
    this.problem = problem
  }
}

/** Whether an error only says that the caller gave up waiting; such calls end without a word (W-299). */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** A typed client for every route of `api`. Raises ProblemError. */
export function createClient<A extends Api>(api: A, send: Send): Client<A> {
  const group = (routes: Record<string, Route>) =>
    Object.fromEntries(
      Object.entries(routes).map(([name, r]) => [
        name,
        (request?: AnyRequest) => call(r, request ?? {}, send),
      ]),
    )
  const client: unknown = Object.fromEntries(
    Object.entries(api).map(([name, routes]) => [name, group(routes)]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the same routes, name by name
  return client as Client<A>
}

interface AnyRequest extends Options {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

async function call(route: Route, request: AnyRequest, send: Send): Promise<unknown> {
  const init: RequestInit = { method: route.method }
  if (request.signal) init.signal = request.signal
  if (route.body) {
    const isText = route.bodyType === 'text'
    init.headers = { 'content-type': isText ? 'text/plain' : 'application/json' }
    init.body = isText ? String(request.body) : JSON.stringify(request.body)
  }
  const response = await send(pathOf(route, request), init, route)
  if (!response.ok) throw new ProblemError(await problemOf(response))
  const schema: z.ZodType | undefined = route.response
  return schema ? schema.parse(await response.json()) : undefined
}

function pathOf(route: Route, { params = {}, query }: AnyRequest): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path
}

/** The problem of a failed answer; an answer of another shape becomes a generic one. */
export async function problemOf(response: globalThis.Response): Promise<ProblemDetails> {
  const parsed = problemDetails.safeParse(await response.json().catch(() => null))
  if (parsed.success) return parsed.data
  const { status } = response
  return { type: 'unknown', title: `Request failed with status ${status}`, status }
}
