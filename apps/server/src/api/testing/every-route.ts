import { api } from '@sluice/contract/api'
import { permissions, type Operation } from '@sluice/contract/permissions'
import type { Route } from '@sluice/contract/route'
import type { TestApp } from './test-app.ts'

export interface NamedRoute {
  name: string
  route: Route
}

export const everyRoute: readonly NamedRoute[] = Object.entries(api).flatMap(([concept, routes]) =>
  Object.entries<Route>(routes).map(([operation, route]) => ({ name: `${concept}.${operation}`, route })),
)

export const isOperation = (access: Route['access']): access is Operation =>
  Object.hasOwn(permissions, access)

/** The calls that happen inside a workspace. */
export const workspaceRoutes = everyRoute.filter(({ route }) => isOperation(route.access))

export const idsOf = (route: Route): string[] =>
  [...route.path.matchAll(/:(\w+Id)\b/g)].map(([, name]) => name ?? '')

/** Calls a route with these ids. Its body is one that the server refuses, so that an allowed call changes nothing. */
export async function callRoute(
  app: TestApp,
  route: Route,
  with_: {
    ids: Record<string, string>
    accessToken?: string
    body?: unknown
    headers?: Record<string, string>
  },
): Promise<{ status: number; type: string | null; contentType: string; answer: Record<string, unknown> }> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => with_.ids[name] ?? 'blue')
  const isText = route.bodyType === 'text'
  // Where no schema judges the body, a character is refused that no text may hold.
  const refused = route.body ? 7 : '\0'
  const json = route.method === 'GET' ? null : JSON.stringify(with_.body ?? refused)
  const body = isText ? '\0' : json
  const sentType = isText ? 'text/plain' : 'application/json'
  const headers = { ...with_.headers, ...(body !== null && { 'content-type': sentType }) }
  const response = await app.fetch(path, { method: route.method, body, headers }, with_.accessToken)
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const isJson = /^application\/(problem\+)?json/.test(contentType)
  const answer: Record<string, unknown> = isJson && text.startsWith('{') ? JSON.parse(text) : {}
  const { type } = answer
  return { status: response.status, type: typeof type === 'string' ? type : null, contentType, answer }
}
