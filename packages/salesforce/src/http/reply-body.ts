import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { SalesforceError } from '../errors.ts'
import type { HttpReply } from './messages.ts'
import type { Watch } from './watch.ts'

/**
 * The pieces of a reply, decompressed and counted. A broken connection surfaces as the watch's error, so that a
 * reader's own errors (a full disk) stay apart from it.
 * @throws SalesforceError `tooLarge` and what the watch says
 */
export async function* bodyOf(
  response: IncomingMessage,
  maxBytes: number,
  watch: Watch,
): AsyncGenerator<Buffer> {
  const source = piecesOf(response, watch)
  const isGzip = response.headers['content-encoding'] === 'gzip'
  let total = 0
  for await (const piece of isGzip ? gunzip(source) : source) {
    total += piece.length
    if (total > maxBytes)
      throw new SalesforceError('tooLarge', 'The answer of Salesforce is larger than allowed.')
    yield piece
  }
}

async function* piecesOf(response: IncomingMessage, watch: Watch): AsyncGenerator<Buffer> {
  try {
    for await (const piece of response) {
      watch.enter('receiving')
      if (Buffer.isBuffer(piece)) yield piece
    }
  } catch (error) {
    throw watch.failure(error)
  }
}

async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unzip = createGunzip()
  // The error of the source, if any, is the one to report: gunzip only sees its input end.
  const feeding = pipeline(source, unzip).then(
    () => undefined,
    (error: unknown) => error,
  )
  try {
    for await (const piece of unzip) {
      if (Buffer.isBuffer(piece)) yield piece
    }
  } catch (error) {
    const reason = await feeding
    if (reason instanceof SalesforceError) throw reason
    throw new SalesforceError('badResponse', 'The answer is not valid gzip.', { cause: error })
  }
}

/** The whole reply as text; for replies known to be small. */
export async function readText(reply: HttpReply): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of reply.body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
