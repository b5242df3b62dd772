import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Settings } from './settings.ts'
import { certificatesOf } from './tls-fields.ts'

/** What the server shows to browsers and Git: its certificate with those between it and its authority, and its key. */
export interface TlsConfig {
  /** PEM, the server's own first. */
  readonly certificates: readonly string[]
  /** PEM. */
  readonly key: string
}

export function tlsOf({ SLUICE_TLS_CERT: pem, SLUICE_TLS_KEY: key }: Settings): TlsConfig | null {
  return pem === undefined || key === undefined ? null : { certificates: certificatesOf(pem), key }
}

/** Why these settings cannot stand together. */
export function tlsProblems({
  SLUICE_TLS_CERT: pem,
  SLUICE_TLS_KEY: key,
  SLUICE_PUBLIC_URL: url,
}: Settings): string[] {
  if (pem === undefined && key === undefined) return []
  if (pem === undefined || key === undefined) {
    const [present, absent] = pem === undefined ? ['KEY', 'CERT'] : ['CERT', 'KEY']
    return [
      `SLUICE_TLS_${present}_FILE is set without SLUICE_TLS_${absent}_FILE; set both, or neither to serve without TLS.`,
    ]
  }
  const [own = ''] = certificatesOf(pem)
  if (!new X509Certificate(own).checkPrivateKey(createPrivateKey(key)))
    return [
      'SLUICE_TLS_KEY_FILE holds the key of another certificate than the first one of SLUICE_TLS_CERT_FILE.',
    ]
  if (url?.startsWith('http:'))
    return ['SLUICE_PUBLIC_URL must begin with https:// while SLUICE_TLS_CERT_FILE is set.']
  return []
}
