import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { SalesforceError } from '../errors.ts'

/** Address ranges that are not the public internet (IANA special-purpose registries, RFC 6890 and successors). */
const nonPublicRanges: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // Everything outside 2000::/3 is special (loopback, mapped IPv4, NAT64, unique local, link local, multicast).
  ['::', 3, 'ipv6'],
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]

/** One list a family: a common one would compare IPv4 addresses with `::/3` in their mapped form. */
const nonPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [net, prefix, family] of nonPublicRanges) nonPublic[family].addSubnet(net, prefix, family)

/** Whether an IP address belongs to the public internet. Anything that is not an IP address does not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const name = family === 4 ? 'ipv4' : 'ipv6'
  return !nonPublic[name].check(address, name)
}

/**
 * A host written as an IP address never reaches the look-up, so it is checked before the connection.
 * @throws SalesforceError `unsafeAddress`
 */
export function refuseNonPublicLiteral(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw unsafeAddress()
}

type LookupCallback = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void

/**
 * A `lookup` for sockets: resolves once, refuses when any answer is not public, and hands exactly the checked
 * addresses to the socket, so that a second, different answer of the name server (rebinding) has no effect.
 */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const first = addresses[0]
    if (first === undefined || !addresses.every((entry) => isPublicAddress(entry.address))) {
      return callback(unsafeAddress(), [])
    }
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

function unsafeAddress(): SalesforceError {
  return new SalesforceError('unsafeAddress', 'The address of the org is not a public one.')
}
