import type { IncomingHttpHeaders } from 'node:http'
import { type Config, isLoopback } from '../config/config.ts'

/**
 * Whether a request names this server as its host. A page of another site can give its own name this machine's
 * address (DNS rebinding) and would then read our answers as its own; such a request names that site. Names of the
 * loopback always mean this machine, so `localhost` and `127.0.0.1` both work. Ports do not matter: proxies drop them.
 */
export function isOwnHost({ publicUrl, listen }: Config, headers: IncomingHttpHeaders): boolean {
  const host = hostOf(headers, listen.trustProxy)
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === new URL(publicUrl).hostname || isLoopback(hostname.replaceAll(/^\[|\]$/g, ''))
}

/** Whether the page that makes a request is one of ours. Programs name none. */
export function isOwnPage({ publicUrl, listen }: Config, headers: IncomingHttpHeaders): boolean {
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === hostOf(headers, listen.trustProxy)
}

/** A proxy that is trusted may name the host that it was asked for. */
function hostOf(headers: IncomingHttpHeaders, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-host']?.toString().split(',')[0]?.trim() : undefined
  // HTTP/2 has a field of its own for it.
  return forwarded ?? headers.host ?? headers[':authority']?.toString()
}
