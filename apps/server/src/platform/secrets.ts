import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Where a sealed value stands. An envelope opened at any other place does not open. */
export interface SecretPlace {
  table: string
  column: string
  rowId: string
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

const version = 'v1'

const addressOfKey = (ownerId: string) => `data-key:${ownerId}`

const addressOf = ({ table, column, rowId }: SecretPlace) => `${table}:${column}:${rowId}`

function encrypt(key: Buffer, address: string, clear: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(address))
  const sealed = Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()])
  return `${version}:${nonce.toString('base64url')}:${sealed.toString('base64url')}`
}

/** Every failure is the same error, so that nobody learns which part of an envelope was wrong. */
function decrypt(key: Buffer, address: string, envelope: string): Buffer {
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
  const unwrap = (key: WrappedKey) => decrypt(wrappingKey, addressOfKey(key.ownerId), key.wrapped)
  return {
    newDataKey: (ownerId) => encrypt(wrappingKey, addressOfKey(ownerId), randomBytes(32)),
    dataKeyInClear: (key) => unwrap(key).toString('hex'),
    seal: (key, place, clearText) => encrypt(unwrap(key), addressOf(place), Buffer.from(clearText)),
    open: (key, place, envelope) => decrypt(unwrap(key), addressOf(place), envelope).toString(),
    sealForServer: (place, clearText) => encrypt(serverKey, addressOf(place), Buffer.from(clearText)),
    openForServer: (place, envelope) => decrypt(serverKey, addressOf(place), envelope).toString(),
    deriveKey,
  }
}
