import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { AddressPolicy, HttpProxy } from './address-policy.ts'
import { TunnelAgent } from './tunnel-agent.ts'

/** How one request is connected. */
export interface Route {
  readonly policy: AddressPolicy
  readonly isSecure: boolean
  /** Null: a connection of its own. */
  readonly proxy: HttpProxy | null
  /** Whether the connection is used for this request only. */
  readonly fresh: boolean
}

type Agents = Map<HttpProxy | 'https:' | 'http:', HttpAgent>

const keepAlive: AgentOptions = { keepAlive: true, maxFreeSockets: 8 }
const agentsOf = new WeakMap<AddressPolicy, Agents>()
const trustOf = new WeakMap<readonly string[], SecureContext>()

/** The agent of a route. Kept connections belong to one policy: another one may trust and allow other servers. */
export function agentFor(route: Route): HttpAgent {
  if (route.fresh) return createAgent(route, {})
  const agents: Agents = agentsOf.get(route.policy) ?? new Map()
  agentsOf.set(route.policy, agents)
  const key = route.proxy ?? (route.isSecure ? 'https:' : 'http:')
  const agent = agents.get(key) ?? createAgent(route, keepAlive)
  agents.set(key, agent)
  return agent
}

function createAgent({ policy, isSecure, proxy }: Route, options: AgentOptions): HttpAgent {
  if (!isSecure) return new HttpAgent(options)
  const secured = { ...options, ...trust(policy.trustedCertificates) }
  return proxy === null ? new HttpsAgent(secured) : new TunnelAgent(proxy, secured)
}

/** Reading some hundred certificates takes milliseconds, so it is done once and not for every connection. */
function trust(certificates: readonly string[] | undefined): { secureContext?: SecureContext } {
  if (certificates === undefined) return {}
  const secureContext = trustOf.get(certificates) ?? createSecureContext({ ca: [...certificates] })
  trustOf.set(certificates, secureContext)
  return { secureContext }
}
