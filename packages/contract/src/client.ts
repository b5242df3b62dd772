import { z } from 'zod'
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

/**
 * A successful response whose body does not match the schema of its route, for example because the server was updated
 * while the page was open. The server may have applied the change that was asked for.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
  /** A sentence with the call and the first place where its answer differs. */
  readonly detail: string
  constructor({ method, path }: Route, difference: string) {
    const answer = method === 'GET' ? 'The server' : 'The server reported success, but it'
    super(
      `${answer} answered in a form that this page does not know. It may have been updated since the page was opened. Reload the page.`,
    )
    this.detail = `The answer to ${method} ${path} ${difference}.`
  }
}

/** Whether an error only says that the caller gave up waiting; such calls end without a word (W-299). */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** A typed client for every route of `api`. Raises ProblemError and UnexpectedAnswerError. */
export function createClient<A extends Api>(api: A, send: Send): Client<A> {
  return createClientInParts<A>({ here: api, load: () => Promise.resolve(api), send })
}

interface ClientParts<A extends Api> {
  /** The groups whose routes are known from the beginning. */
  here: Partial<A>
  /** Brings all routes, with the first call to a group that is not `here`. */
  load: () => Promise<A>
  send: Send
}

/** The same, where the code of most routes is loaded when it is needed. */
export function createClientInParts<A extends Api>({ here, load, send }: ClientParts<A>): Client<A> {
  const routeOf = async (group: string, name: string): Promise<Route> => {
    const route = here[group]?.[name] ?? (await load())[group]?.[name]
    if (!route) throw new Error(`The contract has no call ${group}.${name}.`)
    return route
  }
  const client: unknown = byName((group) =>
    byName((name) => async (request?: AnyRequest) => call(await routeOf(group, name), request ?? {}, send)),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name leads to the route of that name
  return client as Client<A>
}

/** An object with a value of every name, made when it is first asked for; it is no promise. */
function byName(make: (name: string) => unknown): object {
  const made = new Map<string, unknown>()
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'symbol' || name === 'then') return undefined
        const value = made.get(name) ?? make(name)
        made.set(name, value)
        return value
      },
    },
  )
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
  if (!schema) return undefined
  const answer = schema.safeParse(
    route.responseType === 'text' ? await textOf(response) : await jsonOf(response, route),
  )
  if (!answer.success) throw new UnexpectedAnswerError(route, differenceOf(answer.error))
  return answer.data
}

function differenceOf({ issues: [first] }: z.ZodError): string {
  const place = first?.path.length ? z.core.toDotPath(first.path) : 'its top level'
  return `differs at ${place}: ${first?.message ?? 'unknown'}`
}

/** Parses the body. Invalid JSON raises UnexpectedAnswerError; the error of a lost connection is passed on unchanged. */
async function jsonOf(response: globalThis.Response, route: Route): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnexpectedAnswerError(route, 'is not JSON')
    throw error
  }
}

/** The whole text; `text()` would leave out a byte order mark, which then went missing when the text is saved. */
const textOf = async (response: globalThis.Response): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())

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
