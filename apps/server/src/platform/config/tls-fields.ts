import { createPrivateKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

export const certificateChain = z
  .string()
  .refine((pem) => isParsed(() => certificatesOf(pem)), 'must be a certificate in PEM form')
export const tlsKey = z
  .string()
  .refine(
    (pem) => isParsed(() => createPrivateKey(pem)),
    'must be a private key in PEM form, without a passphrase',
  )

/** The certificates of a PEM text, in their order. Fails when there is none or one cannot be read. */
export function certificatesOf(pem: string): readonly string[] {
  const found = pem.match(certificate) ?? []
  if (found.length === 0) throw new TypeError('There is no certificate.')
  for (const each of found) void new X509Certificate(each)
  return found
}

function isParsed(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
