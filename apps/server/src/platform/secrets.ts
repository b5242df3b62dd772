import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Where a sealed value is stored. An envelope does not open at any other place. */
export interface SecretPlace {
  table: string
  column: string
  rowId: string
  /** The only origin that the secret may be sent to; an envelope sealed for one origin does not open for another. */
  origin?: string
}

/** A data key as stored: useless without the master key. */
export interface WrappedKey {
  ownerId: string
  wrapped: string
}

export interface Secrets {
  /** Makes a new data key for its owner (a stack), wrapped by the master key. */
  newDataKey(ownerId: string): string
  /** The data key in clear, as 64 hexadecimal digits: what the encryption-key call shows. */
  dataKeyInClear(key: WrappedKey): string
  seal(key: WrappedKey, place: SecretPlace, clearText: string): string
  /** Throws SecretError when the envelope was changed, moved or sealed by another key. */
  open(key: WrappedKey, place: SecretPlace, envelope: string): string
  /** The same for values that belong to no stack, under a key of the server. */
  sealForServer(place: SecretPlace, clearText: string): string
  openForServer(place: SecretPlace, envelope: string): string
  /** 32 bytes for one purpose, always the same for the same master key: for example to sign access tokens. */
  deriveKey(purpose: string): Buffer
}

export class SecretError extends Error {
  override name = 'SecretError'
}

/** Envelopes whose secret is bound to an origin have a version of their own, so that older ones can be found. */
const versions = { unbound: 'v1', boundToOrigin: 'v2' } as const
type Version = (typeof versions)[keyof typeof versions]

/** What every envelope begins with whose secret is not bound to an origin. */
export const unboundEnvelopePrefix = `${versions.unbound}:`

const addressOfKey = (ownerId: string) => `data-key:${ownerId}`

/** What an envelope is bound to: its version and the text that is authenticated with it. */
interface Binding {
  version: Version
  address: string
}

const keyBinding = (ownerId: string): Binding => ({
  version: versions.unbound,
  address: addressOfKey(ownerId),
})

function bindingOf({ table, column, rowId, origin }: SecretPlace): Binding {
  const address = `${table}:${column}:${rowId}`
  return origin === undefined
    ? { version: versions.unbound, address }
    : { version: versions.boundToOrigin, address: `${address}:${origin}` }
}

function encrypt(key: Buffer, { version, address }: Binding, clear: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(address))
  const sealed = Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()])
  return `${version}:${nonce.toString('base64url')}:${sealed.toString('base64url')}`
}

/** Every failure is the same error, so that nobody learns which part of an envelope was wrong. */
function decrypt(key: Buffer, { version, address }: Binding, envelope: string): Buffer {
  try {
    const [prefix, nonce = '', sealed = ''] = envelope.split(':')
    const bytes = Buffer.from(sealed, 'base64url')
    if (prefix !== version || bytes.length < 16) throw new SecretError('not an envelope')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(address)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
  } catch {
    throw new SecretError(`The secret at ${address} does not open with this key.`)
  }
}

export function createSecrets(masterKey: Buffer): Secrets {
  if (masterKey.length !== 32) throw new SecretError('The master key must have 32 bytes.')
  const deriveKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `sluice/${purpose}`, 32))
  const wrappingKey = deriveKey('wrap-data-keys')
  const serverKey = deriveKey('server-secrets')
  const unwrap = (key: WrappedKey) => decrypt(wrappingKey, keyBinding(key.ownerId), key.wrapped)
  return {
    newDataKey: (ownerId) => encrypt(wrappingKey, keyBinding(ownerId), randomBytes(32)),
    dataKeyInClear: (key) => unwrap(key).toString('hex'),
    seal: (key, place, clearText) => encrypt(unwrap(key), bindingOf(place), Buffer.from(clearText)),
    open: (key, place, envelope) => decrypt(unwrap(key), bindingOf(place), envelope).toString(),
    sealForServer: (place, clearText) => encrypt(serverKey, bindingOf(place), Buffer.from(clearText)),
    openForServer: (place, envelope) => decrypt(serverKey, bindingOf(place), envelope).toString(),
    deriveKey,
  }
}
