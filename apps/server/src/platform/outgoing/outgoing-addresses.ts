import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isInRanges, parseRange } from './private-ranges.ts'
import { type Proxy, isExcepted, isOutwardName, readProxy, withoutBrackets } from './proxy.ts'
import { isPublicAddress } from './public-address.ts'
import { readCertificates, trustAlso } from './trusted-certificates.ts'

/** An IP address and its family, 4 or 6. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** All addresses of a host name, in the order of preference. Rejects when the name does not resolve. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>

const systemResolver: ResolveHost = (hostname) => lookup(hostname, { all: true })

/** How Git may reach a repository (decision 12): what it may connect to, and whether it may do so without TLS. */
export interface GitRoute {
  /** The checked address that Git has to connect to; absent where the URL holds the address itself. */
  readonly resolvedAddress?: string
  /** The one origin that may be plain http. */
  readonly allowHttpOrigin?: string
  /** The proxy that resolves the name of the host; then there is no `resolvedAddress`. */
  readonly proxyUrl?: string
  /** The authorities to trust, in the place of those that Git finds on the machine. */
  readonly certificatesFile?: string
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
  /** Salesforce: the practice org's origin as it is, and https addresses that are public or in an allowed range. */
  readonly salesforce: {
    readonly allowedOrigins: readonly string[]
    /** What the host of a stored sign-in address must end with. */
    readonly signInHost: string
    /** The addresses that a socket may connect to; none when the host may not be called. Rejects like the resolver. */
    resolve(hostname: string): Promise<readonly ResolvedAddress[]>
    /** Through a proxy the name of the host is judged; the proxy resolves it. */
    chooseProxy(url: URL): Proxy | 'direct' | 'refused'
    /** PEM; absent: those of Node.js. */
    readonly trustedCertificates?: readonly string[] | undefined
  }
  /** GitHub as the settings name it: by https under the same rules, or on this machine as it is. */
  readonly gitHub: Omit<OutgoingAddresses['salesforce'], 'signInHost'>
  /** Receivers of webhooks: by https under the same rules. */
  readonly webhooks: OutgoingAddresses['gitHub'] & {
    /** Whether a call to the address would be made at this moment. */
    mayCall(url: URL): Promise<boolean>
  }
  /**
   * Git: this server's own origin and a GitHub on this machine as they are, and https addresses that are public or in an allowed range.
   * @throws ForbiddenAddressError
   */
  routeToRepository(repositoryUrl: string): Promise<GitRoute>
}

/** What the settings say about outgoing calls. */
interface OutgoingSettings {
  readonly publicUrl: string
  readonly dataDir: string
  readonly outgoing: {
    readonly allowedPrivateRanges: readonly string[]
    readonly proxyUrl: string | null
    readonly proxyExceptions: readonly string[]
    /** A PEM file of authorities to trust beside those of Node.js. */
    readonly caFile: string | null
  }
  readonly tls?: { readonly certificates: readonly string[] } | null
  readonly salesforce: { readonly allowedOrigins: readonly string[]; readonly signInHost: string }
  readonly gitHub?: { readonly webOrigin: string } | null
}

export function openOutgoingAddresses(
  { publicUrl, tls, dataDir, outgoing, salesforce, gitHub }: OutgoingSettings,
  resolveHost: ResolveHost = systemResolver,
): OutgoingAddresses {
  const ranges = outgoing.allowedPrivateRanges.map(parseRange)
  const isCallable = (address: string) => isPublicAddress(address) || isInRanges(address, ranges)
  const resolve = (hostname: string) => callableAddressesOf(hostname, { resolveHost, isCallable })
  const proxy = outgoing.proxyUrl === null ? null : readProxy(outgoing.proxyUrl)
  const chooseProxy = (url: URL) => {
    if (proxy === null || isExcepted(url, outgoing.proxyExceptions)) return 'direct'
    const host = withoutBrackets(url.hostname)
    return (isIP(host) === 0 ? isOutwardName(host) : isCallable(host)) ? proxy : 'refused'
  }
  const authorities = outgoing.caFile === null ? [] : readCertificates(outgoing.caFile)
  const trusted =
    authorities.length === 0 ? null : trustAlso(authorities, { dataDir, name: 'trusted-certificates.pem' })
  const trust = trusted === null ? {} : { certificatesFile: trusted.file }
  // Jobs reach the Git host of this server by its public address, whoever signed the certificate that it shows there.
  const own = tls
    ? trustAlso([...authorities, ...tls.certificates], { dataDir, name: 'own-certificates.pem' })
    : null
  const ownTrust = own === null ? trust : { certificatesFile: own.file }
  const plainOrigins = gitHub?.webOrigin.startsWith('http:') ? [gitHub.webOrigin] : []
  const called = { resolve, chooseProxy, trustedCertificates: trusted?.certificates }
  return {
    salesforce: {
      allowedOrigins: salesforce.allowedOrigins,
      signInHost: salesforce.signInHost,
      ...called,
    },
    gitHub: { allowedOrigins: plainOrigins, ...called },
    webhooks: {
      allowedOrigins: [],
      ...called,
      async mayCall(url) {
        const choice = url.protocol === 'https:' ? chooseProxy(url) : 'refused'
        if (choice !== 'direct') return choice !== 'refused'
        const found = await resolve(url.hostname).catch(() => [])
        return found.length > 0
      },
    },
    async routeToRepository(repositoryUrl) {
      const url = URL.canParse(repositoryUrl) ? new URL(repositoryUrl) : null
      if (url?.origin === publicUrl) return { ...ownTrust, allowHttpOrigin: publicUrl }
      const asItIs = plainOrigins.find((origin) => origin === url?.origin)
      if (asItIs !== undefined) return { ...trust, allowHttpOrigin: asItIs }
      if (url?.protocol !== 'https:') throw new ForbiddenAddressError()
      const choice = chooseProxy(url)
      if (choice === 'refused') throw new ForbiddenAddressError()
      if (choice !== 'direct') return { ...trust, proxyUrl: choice.url }
      const [first] = await resolve(url.hostname).catch((cause: unknown) => {
        throw new ForbiddenAddressError({ cause })
      })
      if (first === undefined) throw new ForbiddenAddressError()
      const isLiteral = isIP(withoutBrackets(url.hostname)) !== 0
      return isLiteral ? trust : { ...trust, resolvedAddress: first.address }
    },
  }
}

/** How hosts are looked up, and which of the found addresses may be called. */
interface Judgement {
  readonly resolveHost: ResolveHost
  readonly isCallable: (address: string) => boolean
}

/** One address that may not be called among others makes the whole answer suspect: then no address is given. */
async function callableAddressesOf(
  hostname: string,
  { resolveHost, isCallable }: Judgement,
): Promise<readonly ResolvedAddress[]> {
  const literal = withoutBrackets(hostname)
  const family = isIP(literal)
  const found = family === 0 ? await resolveHost(hostname) : [{ address: literal, family }]
  return found.every(({ address }) => isCallable(address)) ? found : []
}
