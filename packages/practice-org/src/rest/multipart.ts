import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { BodyTooLarge } from '../http/request.ts'
import type { Call } from '../http/request.ts'

/**
 * The two parts of a deployment over REST: the options as text, and the size in bytes of the
 * archive on disk.
 */
export interface DeployUpload {
  json: string
  archiveSize: number
}

/** Options are a few hundred bytes; more is no set of options. */
const jsonLimit = 1024 * 1024
/**
 * 600 MB: the documented limit of the unpacked size; the packed one has none of its own over
 * REST.
 */
const archiveLimit = 629_145_600

/**
 * Reads a multipart body; the archive goes straight to `file`. Parts are told apart by their
 * content type, because real clients use other names (`entity_content`) and another order than
 * the documentation. An archive of 0 bytes means that there was none. Throws BodyTooLarge.
 */
export async function readDeployUpload(call: Call, file: string): Promise<DeployUpload> {
  const boundary = /boundary="?([^";]+)"?/i.exec(call.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return { json: '', archiveSize: 0 }
  const reader = new PartReader(`\r\n--${boundary}`, file)
  for await (const chunk of call.incoming)
    await reader.take(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)))
  return reader.finish()
}

/**
 * Takes a body apart chunk by chunk. A delimiter may lie across two chunks, so the last bytes
 * wait for the next one.
 */
class PartReader {
  readonly #delimiter: Buffer
  readonly #file: string
  #pending: Buffer
  #part: 'head' | 'json' | 'archive' | 'other' = 'other'
  #json: Buffer[] = []
  #jsonSize = 0
  #archiveSize = 0
  #stream: ReturnType<typeof createWriteStream> | undefined

  constructor(delimiter: string, file: string) {
    this.#delimiter = Buffer.from(delimiter, 'latin1')
    this.#file = file
    this.#pending = Buffer.from('\r\n')
  }

  /** Reads on; back when all content that is certain so far is kept or written. */
  async take(chunk: Buffer): Promise<void> {
    this.#pending = Buffer.concat([this.#pending, chunk])
    for (;;) {
      if (this.#part === 'head') {
        const end = this.#pending.indexOf('\r\n\r\n')
        if (end === -1) return
        this.#begin(this.#pending.subarray(0, end).toString('latin1'))
        this.#pending = this.#pending.subarray(end + 4)
      }
      const next = this.#pending.indexOf(this.#delimiter)
      if (next === -1) break
      await this.#content(this.#pending.subarray(0, next))
      this.#pending = this.#pending.subarray(next + this.#delimiter.length)
      this.#part = 'head'
    }
    const safe = Math.max(0, this.#pending.length - this.#delimiter.length)
    await this.#content(this.#pending.subarray(0, safe))
    this.#pending = this.#pending.subarray(safe)
  }

  /** Closes the file; what is still pending is the end marker. */
  async finish(): Promise<DeployUpload> {
    if (this.#stream) {
      this.#stream.end()
      await once(this.#stream, 'close')
    }
    return { json: Buffer.concat(this.#json).toString('utf8'), archiveSize: this.#archiveSize }
  }

  #begin(head: string): void {
    if (/content-type:\s*application\/json/i.test(head) || /name="(json|entity_content)"/i.test(head))
      this.#part = 'json'
    else if (/content-type:\s*application\/(zip|octet-stream)/i.test(head) || /name="file"/i.test(head)) {
      this.#part = 'archive'
      this.#stream ??= createWriteStream(this.#file)
    } else this.#part = 'other'
  }

  async #content(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    if (this.#part === 'json') {
      this.#jsonSize += bytes.length
      if (this.#jsonSize > jsonLimit) throw new BodyTooLarge('The JSON part is too large')
      this.#json.push(Buffer.from(bytes))
    } else if (this.#part === 'archive' && this.#stream) {
      this.#archiveSize += bytes.length
      if (this.#archiveSize > archiveLimit) throw new BodyTooLarge('The archive is too large')
      if (!this.#stream.write(Buffer.from(bytes))) await once(this.#stream, 'drain')
    }
  }
}
