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
  /** The data key in clear, as 64 hexadecimal digits: what `GET …/encryption-key` shows. */
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
