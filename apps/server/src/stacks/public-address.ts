import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'

/** Addresses that are not on the public Internet (RFC 6890 and its like). */
const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4')
}
/** Of IPv6 only global unicast is public, without its documentation, Teredo and 6to4 ranges. */
const outside6 = new BlockList()
outside6.addSubnet('2000::', 3, 'ipv6')
const inside6 = new BlockList()
for (const [network, prefix] of [
  ['2001:db8::', 32],
  ['2001::', 23],
  ['2002::', 16],
] as const) {
  inside6.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return isIP(address) === 6 && outside6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}

/**
 * Looks a repository's host up once; Git then connects to the address that was checked, so that a name cannot
 * change its meaning in between. The server's own Git host is the one exception.
 */
export async function resolvePublicAddress(
  ctx: Context,
  repositoryUrl: string,
): Promise<{ resolvedAddress?: string; allowHttpOrigin?: string }> {
  const url = new URL(repositoryUrl)
  if (url.origin === ctx.config.publicUrl) return { allowHttpOrigin: url.origin }
  if (url.protocol !== 'https:') throw new AppError('gitCredentialsInvalid')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const found = await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (!first || !found.every(({ address }) => isPublicAddress(address))) {
    throw new AppError('gitCredentialsInvalid')
  }
  return { resolvedAddress: first.address }
}
