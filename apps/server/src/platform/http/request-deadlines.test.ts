import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { headDeadline, limitRequestTime, requestDeadlines } from './request-deadlines.ts'

/** The pauses between bytes stay a second below the idle limit, because a busy machine may stall the process that long. */
const deadlines = { headMs: 400, idleMs: 1_200, bodyMs: 3_000 }
let app: FastifyInstance
beforeAll(async () => {
  app = Fastify({ http: headDeadline(deadlines) })
  limitRequestTime(app, deadlines)
  app.post('/', async () => 'received')
  app.post('/long', { config: { bodyMs: 60_000 } }, async () => 'received')
  app.get('/slow', async () => {
    await pause(deadlines.idleMs * 1.5)
    return 'thought about it'
  })
  // More than a socket's buffers hold, so that a client that reads nothing stops it.
  const large = Buffer.alloc(64 * 1024 * 1024)
  app.get('/large', async (_request, reply) => reply.send(Readable.from([large, large])))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  // A socket that is left open would keep the server from closing.
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}
const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n`

/** Sends one byte of a body at a time, faster than the idle limit, until the socket closes; gives how many it sent. */
async function drip(socket: Socket, count: number): Promise<number> {
  let sent = 0
  for (; sent < count && !socket.destroyed; sent += 1) {
    socket.write(sent === 0 ? '"' : sent === 49 ? '"' : 'a')
    await pause(deadlines.idleMs / 12)
  }
  return sent
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

test.each([
  ['a connection that sends nothing', ''],
  ['an unfinished head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['an unfinished body', `${post('/')}"abc`],
])('%s is answered 408 and closed', async (_, sent) => {
  const socket = await open()
  socket.write(sent)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that keeps coming is cut off at its limit, and not before', async () => {
  const socket = await open()
  const started = performance.now()
  socket.write(post('/'))
  const dripping = drip(socket, 50)
  // A byte that arrives after the server has closed the connection resets it, and the client may lose the answer.
  const answer = await text(socket).catch((error: unknown) => error)
  expect(performance.now() - started).toBeGreaterThan(deadlines.bodyMs - 100)
  expect(answer).toSatisfy((it: unknown) =>
    typeof it === 'string' ? it.startsWith('HTTP/1.1 408 ') : isReset(it),
  )
  expect(await dripping).toBeLessThan(50)
})

test('a route may give a body more time', async () => {
  const socket = await open()
  socket.write(post('/long').replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nConnection: close\r\n'))
  void drip(socket, 50)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [^]*received$/)
})

test('the time that the server takes for its answer does not count', async () => {
  const socket = await open()
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [^]*thought about it$/)
})

test('a body that has arrived and that the server has not read yet is waited for', async () => {
  const slow = Fastify()
  limitRequestTime(slow, { ...deadlines, bodyMs: 60_000 })
  slow.post('/', { preParsing: async () => pause(deadlines.idleMs * 1.5) }, async () => 'received')
  await slow.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => slow.close())
  // More than a request holds unread, so that the rest of it stays in the socket.
  const body = JSON.stringify('a'.repeat(512 * 1024))
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(slow.listeningOrigin, { method: 'POST', headers, body })
  expect([answer.status, await answer.text()]).toEqual([200, 'received'])
})

test('a client that does not take its answer is cut off', async () => {
  const socket = await open()
  socket.pause()
  const closed = once(socket, 'close')
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(async () => countConnections()).toBe(0)
  socket.resume()
  await closed
})

const countConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

test('15 s for a head, 30 s without a byte, 5 minutes for a body', () => {
  expect(requestDeadlines).toEqual({ headMs: 15_000, idleMs: 30_000, bodyMs: 300_000 })
})
