import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its private key, as PEM texts. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

interface Wanted {
  readonly commonName: string
  readonly publicKey: KeyObject
  readonly extensions: readonly Buffer[]
}

/** DER: one value with its tag and its length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const hex = (text: string) => Buffer.from(text, 'hex')
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const nameOf = (text: string) =>
  sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from(text)))))
const time = (text: string) => der(0x17, Buffer.from(text))
const isAuthority = sequence(hex('0603551d13'), hex('0101ff'), der(0x04, sequence(hex('0101ff'))))
const namesOf = (names: readonly string[]) =>
  sequence(
    hex('0603551d11'),
    der(0x04, sequence(...names.map((name) => der(0x82, Buffer.from(name, 'latin1'))))),
  )

function certificate(issuer: { commonName: string; key: KeyObject }, wanted: Wanted): string {
  const body = sequence(
    hex('a003020102'),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    nameOf(issuer.commonName),
    sequence(time('200101000000Z'), time('491231000000Z')),
    nameOf(wanted.commonName),
    wanted.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...wanted.extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuer.key))
  const lines =
    sequence(body, ecdsaWithSha256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** An authority of a company, as a proxy that opens TLS has one, and the certificate of a server that it vouches for. */
export function companyAuthority(hostNames: readonly string[]): { authority: string; server: Certificate } {
  const root = newKeys()
  const server = newKeys()
  const issuer = { commonName: 'Authority of tests', key: root.privateKey }
  const { commonName } = issuer
  return {
    authority: certificate(issuer, { commonName, publicKey: root.publicKey, extensions: [isAuthority] }),
    server: {
      cert: certificate(issuer, {
        commonName: 'Server of tests',
        publicKey: server.publicKey,
        extensions: [namesOf(hostNames)],
      }),
      key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }
}
