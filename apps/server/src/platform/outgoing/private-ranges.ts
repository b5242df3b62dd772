import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A block of addresses: its first address and the length of its prefix in bits. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** The networks that an operator may open. Loopback and link-local lie outside, so no setting reaches them. */
const openable = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'].map((text) =>
  parseRange(text),
)

/** Raises when the text is not a range in CIDR notation. */
export function parseRange(text: string): AddressRange {
  return ipaddr.parseCIDR(text)
}

/** Whether text is a range in CIDR notation that lies within the networks that an operator may open. */
export function isOpenableRange(text: string): boolean {
  if (!ipaddr.isValidCIDR(text)) return false
  const [first, length] = parseRange(text)
  return openable.some((range) => length >= range[1] && isWithin(first, range))
}

/** Whether an IP address lies in one of the ranges. Text that is not an IP address lies in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return ranges.some((range) => isWithin(parsed, range))
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, [first, length]: AddressRange): boolean {
  if (address instanceof ipaddr.IPv4) return first instanceof ipaddr.IPv4 && address.match(first, length)
  return first instanceof ipaddr.IPv6 && address.match(first, length)
}
