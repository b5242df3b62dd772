import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { HttpError } from './errors.ts'

/** An IP address and its family, 4 or 6. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** A proxy that opens connections to hosts (HTTP CONNECT) and is itself called without TLS. */
export interface HttpProxy {
  readonly hostname: string
  readonly port: number
  /** Value of the `Proxy-Authorization` header; null where the proxy asks for no credentials. */
  readonly authorization: string | null
}

/** Decides what this client may connect to. The caller brings it, because it knows the network that it runs in. */
export interface AddressPolicy {
  /** Origins that may be plain http and on a private network. */
  readonly allowedOrigins: readonly string[]
  /**
   * The IP addresses that a socket to this host name (or IP address) may connect to; none when the host may not be
   * called. Rejects when the name does not resolve.
   */
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>
  /**
   * How the host of an https address is reached: directly (also where this is absent), through a proxy, which then
   * resolves the name instead of `resolve`, or not at all.
   */
  chooseProxy?(url: URL): HttpProxy | 'direct' | 'refused'
  /** Certificates (PEM) of the authorities to trust; those of Node.js when absent. */
  readonly trustedCertificates?: readonly string[] | undefined
}

/** A policy that lets calls through to the given origins and to nothing else. */
export const onlyOrigins = (...allowedOrigins: readonly string[]): AddressPolicy => ({
  allowedOrigins,
  resolve: async () => [],
})

/**
 * A host written as an IP address is never looked up by a socket, so it is checked before the connection.
 * @throws HttpError `unsafeAddress`
 */
export async function refuseUnsafeLiteral(hostname: string, policy: AddressPolicy): Promise<void> {
  const literal = hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && (await policy.resolve(literal)).length === 0) throw unsafeAddress()
}

/**
 * A `lookup` for sockets: asks the policy once and hands exactly the checked addresses to the socket, so that a
 * second, different answer of the name server (DNS rebinding) has no effect.
 */
export function lookupBy(policy: AddressPolicy): LookupFunction {
  const resolve = callbackify((hostname: string) => policy.resolve(hostname))
  return (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const [first, ...rest] = addresses
      if (first === undefined) return callback(unsafeAddress(), [])
      return options.all === true
        ? callback(null, [first, ...rest])
        : callback(null, first.address, first.family)
    })
}

/** The host may not be called. The text is the same for every cause. */
export function unsafeAddress(): HttpError {
  return new HttpError('unsafeAddress', 'The address is not a public one.')
}

export function isAllowedOrigin(url: URL, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.some((origin) => URL.canParse(origin) && new URL(origin).origin === url.origin)
}
