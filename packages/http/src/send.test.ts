import { once } from 'node:events'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import {
  answerJson,
  portOf,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from './testing/scripted-server.ts'
import { usualLimits } from './testing/usual-limits.ts'
import { onlyOrigins } from './address-policy.ts'
import type { Limits } from './limits.ts'
import { readText } from './reply-body.ts'
import type { HttpRequest } from './messages.ts'
import { send } from './send.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script, options?: { readBody?: boolean }): Promise<ScriptedServer> {
  server = await startScriptedServer(script, options)
  return server
}

function request(
  origin: string,
  changes: Partial<Omit<HttpRequest, 'limits'>> & { limits?: Partial<Limits> } = {},
): HttpRequest {
  return {
    method: 'GET',
    url: new URL('/x', origin),
    headers: {},
    idempotent: true,
    peer: 'the server',
    addresses: onlyOrigins(origin),
    ...changes,
    limits: { ...usualLimits, ...changes.limits },
  }
}

const kilobyte = Buffer.alloc(1_024, 'x')

/** A POST with an effect, whose body has many pieces. */
function upload(origin: string, pieces: number, limits: Partial<Limits> = {}): HttpRequest {
  const body = {
    length: pieces * kilobyte.length,
    open: () => Array.from({ length: pieces }, () => kilobyte),
  }
  return request(origin, { method: 'POST', body, idempotent: false, limits })
}

async function closedPort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const port = portOf(probe)
  probe.close()
  await once(probe, 'close')
  return `http://127.0.0.1:${port}`
}

test('a refused connection is a request that never left, safe to repeat even with an effect', async () => {
  const origin = await closedPort()
  const error = await send(upload(origin, 1), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'network', retryable: true, outcomeUnknown: false })
})

test('a connection cut in the middle of the body is a request that never left', async () => {
  const { origin } = await serve((_, __, raw) => raw.once('data', () => raw.socket.destroy()), {
    readBody: false,
  })
  const error = await send(upload(origin, 20_000), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'network', retryable: true, outcomeUnknown: false })
})

test('a connection cut after the body left loses the reply: not retryable for a call with an effect', async () => {
  const { origin } = await serve((_, __, raw) => raw.socket.destroy())
  const error = await send(upload(origin, 3), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'lostReply', retryable: false, outcomeUnknown: true })
})

test('a connection cut after the request left is retryable for a call without an effect', async () => {
  const { origin } = await serve((_, __, raw) => raw.socket.destroy())
  const error = await send(request(origin), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'lostReply', retryable: true, outcomeUnknown: false })
})

test('a reply cut in its middle is a lost reply', async () => {
  const { origin } = await serve((_, response, raw) => {
    response.writeHead(200, { 'content-length': 100 }).write('half', () => raw.socket.destroy())
  })
  const error = await send(upload(origin, 1), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'lostReply', outcomeUnknown: true })
})

test('a server that never answers ends at the first-byte limit', async () => {
  const { origin } = await serve(() => {})
  const start = performance.now()
  const error = await send(request(origin, { limits: { firstByteMs: 300 } }), readText).catch(
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ code: 'timeout', retryable: true })
  expect(performance.now() - start).toBeGreaterThan(270)
})

test('silence after the body of a call with an effect leaves the outcome unknown', async () => {
  const { origin } = await serve(() => {})
  const error = await send(upload(origin, 1, { firstByteMs: 100 }), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'lostReply', retryable: false, outcomeUnknown: true })
})

test('a head of a megabyte is not read, and may never be', async () => {
  const { origin } = await serve((_, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`)
  })
  const error = await send(request(origin), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'badResponse', retryable: true, outcomeUnknown: false })
  const effect = await send(upload(origin, 1), readText).catch((e: unknown) => e)
  expect(effect).toMatchObject({ code: 'lostReply', retryable: false, outcomeUnknown: true })
})

test('a reply that announces more than is read is refused before its first byte', async () => {
  const { origin } = await serve((_, response) =>
    response.writeHead(200, { 'content-length': 3 * 1024 ** 3 }).flushHeaders(),
  )
  const limits = { maxReplyBytes: 256 * 1024 * 1024 }
  await expect(send(request(origin, { limits }), readText)).rejects.toMatchObject({
    code: 'tooLarge',
    message: 'The answer of the server is larger than the 256 MB that are read of one.',
  })
  // Whoever does not read it does not care.
  expect(await send(request(origin, { limits }), async ({ status }) => status)).toBe(200)
})

test('a reply that stalls ends at the idle limit', async () => {
  const { origin } = await serve((_, response) => response.writeHead(200).write('a'))
  const error = await send(request(origin, { limits: { idleMs: 150 } }), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'timeout' })
})

test('a reply that drips ends at the total limit', async () => {
  const { origin } = await serve((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const error = await send(request(origin, { limits: { totalMs: 300 } }), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'timeout' })
})

test('an upload that the server does not take ends at the idle limit', async () => {
  const { origin } = await serve((_, __, raw) => raw.pause(), { readBody: false })
  const error = await send(upload(origin, 20_000, { idleMs: 200 }), readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'timeout', retryable: true, outcomeUnknown: false })
})

test('a TLS handshake that hangs ends at the connect limit', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const origin = `https://127.0.0.1:${portOf(silent)}`
  const error = await send(request(origin, { limits: { connectMs: 150 } }), readText).catch((e: unknown) => e)
  silent.close()
  expect(error).toMatchObject({ code: 'timeout', retryable: true })
})

test('an abort ends the call at once and says whether the call may have happened', async () => {
  const cancel = new AbortController()
  const { origin } = await serve(() => cancel.abort())
  const error = await send({ ...upload(origin, 1), signal: cancel.signal }, readText).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'aborted', retryable: false, outcomeUnknown: true })
})

test('an abort before the call sends nothing', async () => {
  const { origin, requests } = await serve((_, response) => response.end())
  const error = await send({ ...upload(origin, 1), signal: AbortSignal.abort() }, readText).catch(
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ code: 'aborted', outcomeUnknown: false })
  expect(requests).toHaveLength(0)
})

test('a reply beyond the limit is refused, also when it is small on the wire', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000))
  const { origin } = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const error = await send(request(origin, { limits: { maxReplyBytes: 100_000 } }), readText).catch(
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ code: 'tooLarge' })
})

test('a compressed reply is read', async () => {
  const { origin } = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
  )
  expect(await send(request(origin), readText)).toBe('hello')
})

test('an answer that comes before the upload has ended is read', async () => {
  const { origin } = await serve(
    (_, response, raw) => {
      raw.once('data', () => answerJson(response, 401, { early: true }))
    },
    { readBody: false },
  )
  const status = await send(upload(origin, 20_000), async (reply) => reply.status)
  expect(status).toBe(401)
})

test('a redirect is an answer like any other and is not followed', async () => {
  const { origin, requests } = await serve((_, response) =>
    response.writeHead(302, { location: '/elsewhere' }).end(),
  )
  expect(await send(request(origin), async (reply) => reply.status)).toBe(302)
  expect(requests).toHaveLength(1)
})

test('a kept connection that the server has closed meanwhile costs no failure', async () => {
  const { origin, requests } = await serve((_, response, raw) => {
    response.end('ok', () => setTimeout(() => raw.socket.destroy(), 5))
  })
  const answers: string[] = []
  for (let call = 0; call < 20; call++) {
    answers.push(await send(request(origin), readText))
    await new Promise((resolve) => setTimeout(resolve, call % 2 === 0 ? 5 : 0))
  }
  expect(answers.every((answer) => answer === 'ok')).toBe(true)
  expect(requests).toHaveLength(20)
})

test('a connection that is kept for many calls collects no listeners', async () => {
  const warnings: string[] = []
  const listen = (warning: Error): void => void warnings.push(warning.message)
  process.on('warning', listen)
  const { origin } = await serve((_, response) => response.end('ok'))
  for (let call = 0; call < 30; call++) await send(request(origin), readText)
  process.off('warning', listen)
  expect(warnings).toEqual([])
})
