import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { HttpError } from './errors.ts'
import type { HttpReply, HttpRequest } from './messages.ts'
import type { Watch } from './watch.ts'

/**
 * The pieces of a reply, decompressed and counted. A broken connection surfaces as the watch's error, so that a
 * reader's own errors (a full disk) stay apart from it.
 * @throws HttpError `tooLarge` and what the watch says
 */
export async function* bodyOf(
  response: IncomingMessage,
  { peer, limits }: HttpRequest,
  watch: Watch,
): AsyncGenerator<Buffer> {
  refuseAnnounced(response, { peer, limits })
  const source = piecesOf(response, watch)
  const isGzip = response.headers['content-encoding'] === 'gzip'
  let total = 0
  for await (const piece of isGzip ? gunzip(source) : source) {
    total += piece.length
    if (total > limits.maxReplyBytes) throw tooLarge(peer, limits.maxReplyBytes)
    yield piece
  }
}

/** Before the first byte of a reply that announces more than is read. */
function refuseAnnounced(
  response: IncomingMessage,
  { peer, limits }: Pick<HttpRequest, 'peer' | 'limits'>,
): void {
  const announced = Number(response.headers['content-length'] ?? 0)
  if (announced > limits.maxReplyBytes) throw tooLarge(peer, limits.maxReplyBytes)
}

function tooLarge(peer: string, maxBytes: number): HttpError {
  const most = maxBytes < 1024 * 1024 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 1024 / 1024)} MB`
  return new HttpError('tooLarge', `The answer of ${peer} is larger than the ${most} that are read of one.`)
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
    if (reason instanceof HttpError) throw reason
    throw new HttpError('badResponse', 'The answer is not valid gzip.', { cause: error })
  }
}

/** The whole reply as text; for replies known to be small. */
export async function readText(reply: HttpReply): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of reply.body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
