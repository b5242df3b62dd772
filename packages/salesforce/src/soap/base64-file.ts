import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { SalesforceError } from '../errors.ts'

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/

export interface Base64Sink {
  /** Takes the next piece of base64 text, white space allowed. */
  write(text: string): Promise<void>
  /** Bytes written so far. */
  size(): number
  /** Ends the file and puts it in place. */
  commit(): Promise<void>
  /** Throws the unfinished file away. */
  discard(): Promise<void>
}

/**
 * Decodes base64 as it arrives into a file, which appears under its name only when complete.
 * @throws SalesforceError `badResponse` when the text is not base64, `tooLarge` beyond `maxBytes`
 */
export async function openBase64Sink(path: string, maxBytes: number): Promise<Base64Sink> {
  const partial = `${path}.partial`
  const file: FileHandle = await open(partial, 'w', 0o600)
  let carry = ''
  let size = 0
  let hasEnded = false

  async function decode(text: string): Promise<void> {
    if (text === '') return
    if (hasEnded || !alphabet.test(text)) throw notBase64()
    hasEnded = text.endsWith('=')
    const bytes = Buffer.from(text, 'base64')
    size += bytes.length
    if (size > maxBytes) throw new SalesforceError('tooLarge', 'The archive is larger than allowed.')
    await file.writeFile(bytes)
  }

  return {
    async write(text) {
      const pending = carry + text.replaceAll(/\s+/g, '')
      const whole = pending.length - (pending.length % 4)
      carry = pending.slice(whole)
      await decode(pending.slice(0, whole))
    },
    size: () => size,
    async commit() {
      if (carry !== '') throw notBase64()
      await file.sync()
      await file.close()
      await rename(partial, path)
    },
    async discard() {
      await file.close().catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

function notBase64(): SalesforceError {
  return new SalesforceError('badResponse', 'The archive in the answer is cut off or not base64.', {
    retryable: true,
  })
}
