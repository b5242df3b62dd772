import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { BodyTooLarge } from '../http/request.ts'
import { wording } from '../wording.ts'

/** A SOAP body whose archive, if it has one, lies in a file instead of in the text. */
export interface Upload {
  xml: string
  /** Bytes of the archive; undefined when the body has none. */
  archiveSize: number | undefined
}

/** Documented: a SOAP message has at most 50 MB, which leaves 39 MB for an archive in base64. */
const messageLimit = 52_428_800
/** What may stand around the archive; it is held in memory. */
const restLimit = 10 * 1024 * 1024

/**
 * Reads a SOAP body and decodes the content of `ZipFile` into `file` while it arrives, so that
 * an archive is never in memory as text. Works on latin1: the base64 part is ASCII and the
 * rest is decoded as UTF-8 at the end. Throws BodyTooLarge.
 */
export async function readUpload(incoming: NodeJS.ReadableStream, file: string): Promise<Upload> {
  const reader = new UploadReader(file)
  let size = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    size += bytes.length
    // What is too large is still read to its end: a client that cannot finish sending never reads the answer.
    if (size <= messageLimit) await reader.take(bytes.toString('latin1'))
  }
  if (size > messageLimit) throw new BodyTooLarge(wording.deploy.requestSize(messageLimit))
  return reader.finish()
}

/**
 * Three states: before, inside and after the archive. A start tag may lie across two chunks,
 * so the text before it is searched as a whole.
 */
class UploadReader {
  readonly #file: string
  #xml = ''
  #pending = ''
  #stream: ReturnType<typeof createWriteStream> | undefined
  #state: 'before' | 'inside' | 'after' = 'before'
  #archiveSize = 0

  constructor(file: string) {
    this.#file = file
  }

  /** Reads on; back when the decoded part is handed to the file. */
  async take(text: string): Promise<void> {
    if (this.#state === 'before') this.#search(text)
    else if (this.#state === 'inside') this.#pending += text
    else this.#xml += text
    if (this.#state === 'inside') await this.#decode(false)
    if (this.#xml.length > restLimit) throw new BodyTooLarge('The message is too large')
  }

  /** Closes the file and decodes the text around the archive. */
  async finish(): Promise<Upload> {
    if (this.#stream) {
      await this.#decode(true)
      this.#stream.end()
      await once(this.#stream, 'close')
    }
    const xml = Buffer.from(this.#xml, 'latin1').toString('utf8')
    return { xml, archiveSize: this.#stream ? this.#archiveSize : undefined }
  }

  #search(text: string): void {
    this.#xml += text
    const match = /<(?:\w+:)?ZipFile(?:\s[^>]*)?>/.exec(this.#xml)
    if (!match) return
    const end = match.index + match[0].length
    this.#pending = this.#xml.slice(end)
    this.#xml = this.#xml.slice(0, end)
    this.#state = 'inside'
    this.#stream = createWriteStream(this.#file)
  }

  async #decode(atEnd: boolean): Promise<void> {
    const close = this.#pending.indexOf('<')
    const ready = (close === -1 ? this.#pending : this.#pending.slice(0, close)).replaceAll(/\s+/g, '')
    const usable = close === -1 && !atEnd ? ready.length - (ready.length % 4) : ready.length
    const bytes = Buffer.from(ready.slice(0, usable), 'base64')
    this.#archiveSize += bytes.length
    if (this.#stream && !this.#stream.write(bytes)) await once(this.#stream, 'drain')
    if (close === -1) {
      this.#pending = ready.slice(usable)
      return
    }
    this.#xml += this.#pending.slice(close)
    this.#pending = ''
    this.#state = 'after'
  }
}
