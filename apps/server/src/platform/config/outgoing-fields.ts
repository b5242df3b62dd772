import { z } from 'zod'
import { isOpenableRange } from '../outgoing/private-ranges.ts'
import { readCertificates } from '../outgoing/trusted-certificates.ts'
import { isAddress } from './addresses.ts'
import { list } from './fields.ts'

/** Only a proxy that is called without TLS; the connections through it are encrypted all the same. */
export const proxyAddress = z.string().refine((v) => {
  if (!isAddress(v, ['http:'])) return false
  const { hostname, pathname, search, hash, username, password } = new URL(v)
  const isReadable = [username, password].every((text) => /^([^%]|%[0-9a-f]{2})*$/i.test(text))
  return hostname !== '' && pathname === '/' && !search && !hash && isReadable
}, 'must be http://host:port, with user:password@ before the host where the proxy asks for them')

/** The path of a PEM file; it is read once here, so that a wrong one ends the start. */
export const certificatesFile = z.string().superRefine((path, context) => {
  try {
    readCertificates(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.addIssue({ code: 'custom', message: `must be a readable file of certificates (${reason})` })
  }
})

export const privateRanges = list.refine(
  (ranges) => ranges.every(isOpenableRange),
  'must be a list of CIDR ranges within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 and fc00::/7',
)
