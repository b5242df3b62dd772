import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isInRanges, parseRange } from './private-ranges.ts'

/** What a connection through the proxy needs. */
export interface Proxy {
  /** `http://host:port`, with user and password where the proxy asks for them. */
  readonly url: string
  readonly hostname: string
  readonly port: number
  /** Value of the `Proxy-Authorization` header. */
  readonly authorization: string | null
}

export function readProxy(text: string): Proxy {
  const url = new URL(text)
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    url: url.href,
    hostname: withoutBrackets(url.hostname),
    port: Number(url.port || 80),
    authorization: url.username === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

/**
 * Whether an address is reached without the proxy: `except` holds host names (each with everything below it), IP
 * addresses and CIDR ranges, each with an optional port, or `*`.
 */
export function isExcepted({ hostname, port }: URL, except: readonly string[]): boolean {
  const host = withoutBrackets(hostname)
  return except.some((entry) => {
    if (entry === '*') return true
    const [, name = '', wantedPort] =
      /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
    if (wantedPort !== undefined && wantedPort !== (port || '443')) return false
    const literal = withoutBrackets(name)
    if (ipaddr.isValidCIDR(literal)) return isInRanges(host, [parseRange(literal)])
    const suffix = literal.replace(/^\*?\./, '').toLowerCase()
    return host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`))
  })
}

/** Ends of names that are resolved inside a network or on the machine itself, never on the public Internet. */
const inwardNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa']

/**
 * Whether a name may be asked of a proxy, which resolves it in its own network: a name of several labels that does not
 * end as names inside a network do.
 */
export function isOutwardName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !inwardNames.some((end) => name.endsWith(`.${end}`))
}

/** An IPv6 address stands in brackets in a URL. */
export const withoutBrackets = (hostname: string) => hostname.replaceAll(/^\[|\]$/g, '')
