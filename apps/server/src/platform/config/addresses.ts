import { z } from 'zod'

export const isAddress = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

export const httpAddress = z
  .string()
  .refine((v) => isAddress(v, ['http:', 'https:']), 'must be an address that begins with http:// or https://')

/** Scheme, host and port only: what a request's origin is compared with. */
export const httpOrigin = z.string().refine((v) => {
  if (!isAddress(v, ['http:', 'https:'])) return false
  const { pathname, search, username } = new URL(v)
  return pathname === '/' && !search && !username
}, 'must be an origin: http:// or https://, host and port, and nothing after them')

/** An origin that is reached by TLS; a plain one only on this machine. */
export const secureOrigin = httpOrigin.refine((v) => {
  const { protocol, hostname } = new URL(v)
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}, 'must begin with https:// unless it is on this machine')

/** The end of a host name: a dot and at least two labels, so that neither `com` nor `evilsalesforce.com` fits. */
export const hostSuffix = z
  .string()
  .regex(
    /^(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?){2,}$/i,
    'must begin with a dot and name a domain, such as .salesforce.com',
  )

export const postgresAddress = z
  .string()
  .refine((v) => isAddress(v, ['postgres:', 'postgresql:']), 'must begin with postgres:// or postgresql://')

export const smtpAddress = z
  .string()
  .refine((v) => isAddress(v, ['smtp:', 'smtps:']), 'must begin with smtp:// or smtps://')
