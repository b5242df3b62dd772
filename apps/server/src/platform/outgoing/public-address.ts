import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only block of IPv6 that holds addresses of the public Internet (RFC 4291, IANA IPv6 address space). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public Internet, by the IANA special-purpose registries that ipaddr.js holds.
 * IPv6 addresses that carry an IPv4 one (mapped, NAT64, 6to4, Teredo) are refused whatever they carry: a name server
 * of the public Internet has no reason to answer with one. Text that is not an IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}
