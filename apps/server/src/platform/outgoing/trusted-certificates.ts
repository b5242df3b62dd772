import { X509Certificate } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'

/** The authorities to trust: the public ones and those of the operator. */
export interface TrustedCertificates {
  /** PEM, one each. */
  readonly certificates: readonly string[]
  /** A file that holds all of them, for Git. */
  readonly file: string
}

/** The certificates of a PEM file. Raises when it cannot be read, holds none, or holds one that cannot be parsed. */
export function readCertificates(path: string): readonly string[] {
  const found = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (found === null) throw new TypeError('it holds no certificate in PEM form')
  for (const certificate of found) void new X509Certificate(certificate)
  return found
}

/**
 * Adds certificates to the public ones. Git takes a single file in the place of its own list, so one of that name is
 * written to the data folder with both.
 */
export function trustAlso(
  added: readonly string[],
  { dataDir, name }: { dataDir: string; name: string },
): TrustedCertificates {
  const certificates = [...rootCertificates, ...added]
  const file = join(dataDir, name)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${certificates.join('\n')}\n`)
  renameSync(unfinished, file)
  return { certificates, file }
}
