import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import { isPublicAddress } from './public-address.ts'

/** An IP address and its family, 4 or 6. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** All addresses of a host name, in the order of preference. Rejects when the name does not resolve. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>

const systemResolver: ResolveHost = (hostname) => lookup(hostname, { all: true })

/** How Git may reach a repository: what it may connect to, and whether it may do so without TLS. */
export interface GitRoute {
  /** The checked address that Git has to connect to; absent where the URL holds the address itself. */
  readonly resolvedAddress?: string
  /** The one origin that may be plain http. */
  readonly allowHttpOrigin?: string
}

/** The host may not be called, or its name does not resolve. The text is the same for every cause. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError'

  constructor(options: { cause?: unknown } = {}) {
    super('This address may not be called.', options)
  }
}

/** The only judge of the addresses that people and other servers give us to call. */
export interface OutgoingAddresses {
  /** Salesforce: the practice org's origin as it is, and every public https address. */
  readonly salesforce: {
    readonly allowedOrigins: readonly string[]
    /** The addresses that a socket may connect to; none when the host may not be called. Rejects like the resolver. */
    resolve(hostname: string): Promise<readonly ResolvedAddress[]>
  }
  /**
   * Git: this server's own origin as it is, and every public https address.
   * @throws ForbiddenAddressError
   */
  routeToRepository(repositoryUrl: string): Promise<GitRoute>
}

type OwnOrigins = Pick<Config, 'publicUrl'> & {
  readonly salesforce: { readonly allowedOrigins: readonly string[] }
}

export function openOutgoingAddresses(
  { publicUrl, salesforce }: OwnOrigins,
  resolveHost: ResolveHost = systemResolver,
): OutgoingAddresses {
  const resolve = (hostname: string) => publicAddressesOf(hostname, resolveHost)
  return {
    salesforce: { allowedOrigins: salesforce.allowedOrigins, resolve },
    async routeToRepository(repositoryUrl) {
      const url = URL.canParse(repositoryUrl) ? new URL(repositoryUrl) : null
      if (url?.origin === publicUrl) return { allowHttpOrigin: publicUrl }
      if (url?.protocol !== 'https:') throw new ForbiddenAddressError()
      const [first] = await resolve(url.hostname).catch((cause: unknown) => {
        throw new ForbiddenAddressError({ cause })
      })
      if (first === undefined) throw new ForbiddenAddressError()
      return isIP(withoutBrackets(url.hostname)) === 0 ? { resolvedAddress: first.address } : {}
    },
  }
}

/** One private address among public ones makes the whole answer suspect: then no address is given. */
async function publicAddressesOf(
  hostname: string,
  resolveHost: ResolveHost,
): Promise<readonly ResolvedAddress[]> {
  const literal = withoutBrackets(hostname)
  const family = isIP(literal)
  const found = family === 0 ? await resolveHost(hostname) : [{ address: literal, family }]
  return found.every(({ address }) => isPublicAddress(address)) ? found : []
}

/** An IPv6 address stands in brackets in a URL. */
const withoutBrackets = (hostname: string) => hostname.replaceAll(/^\[|\]$/g, '')
