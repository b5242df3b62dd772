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

/** Calls a route with these ids. Its body is one that no schema accepts, so that an allowed call changes nothing. */
export async function callRoute(
  app: TestApp,
  route: Route,
  with_: {
    ids: Record<string, string>
    accessToken?: string
    body?: unknown
    headers?: Record<string, string>
  },
): Promise<{ status: number; type: string | null; answer: Record<string, unknown> }> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => with_.ids[name] ?? 'blue')
  const body = route.body ? JSON.stringify(with_.body ?? 7) : null
  const headers = { ...with_.headers, ...(body !== null && { 'content-type': 'application/json' }) }
  const response = await app.fetch(path, { method: route.method, body, headers }, with_.accessToken)
  const text = await response.text()
  const answer: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {}
  const { type } = answer
  return { status: response.status, type: typeof type === 'string' ? type : null, answer }
}
