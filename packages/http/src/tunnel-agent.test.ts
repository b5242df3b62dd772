import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { portOf } from './testing/scripted-server.ts'
import { usualLimits } from './testing/usual-limits.ts'
import type { AddressPolicy } from './address-policy.ts'
import { readText } from './reply-body.ts'
import { send } from './send.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A proxy that does with a connection what the test says, and keeps what it was sent. */
async function startProxy(answer: (socket: Socket) => void) {
  const received: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', (data) => {
      received.push(data.toString())
      answer(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const proxy = { hostname: '127.0.0.1', port: portOf(server), authorization: 'Basic cm9ib3Q6eA==' }
  const addresses: AddressPolicy = {
    allowedOrigins: [],
    resolve: () => Promise.reject(new Error('The name was looked up here.')),
    chooseProxy: () => proxy,
  }
  return { received, sockets, addresses }
}

const call = (addresses: AddressPolicy, changes: { connectMs?: number; signal?: AbortSignal } = {}) =>
  send(
    {
      method: 'POST',
      url: new URL('https://acme.my.salesforce.com/x'),
      headers: {},
      idempotent: false,
      limits: { ...usualLimits, connectMs: changes.connectMs ?? 5_000 },
      peer: 'the server',
      addresses,
      signal: changes.signal,
    },
    readText,
  ).catch((error: unknown) => error)

test('the proxy gets the name of the host and the credentials, and nothing else before TLS', async () => {
  const { received, addresses } = await startProxy((socket) => socket.destroy())
  expect(await call(addresses)).toMatchObject({ code: 'network', retryable: true, outcomeUnknown: false })
  const [head = '', ...lines] = (received[0] ?? '').split('\r\n')
  expect(head).toBe('CONNECT acme.my.salesforce.com:443 HTTP/1.1')
  expect(
    lines
      .map((line) => line.toLowerCase())
      .filter(Boolean)
      .toSorted(),
  ).toEqual([
    'connection: close',
    'host: acme.my.salesforce.com:443',
    'proxy-authorization: basic cm9ib3q6ea==',
  ])
})

test.each([
  ['407 Proxy Authentication Required', false, 'it does not accept the credentials'],
  ['403 Forbidden', false, 'HTTP status 403'],
  ['502 Bad Gateway', true, 'HTTP status 502'],
])('a proxy that answers %s (asked again: %s)', async (status, retryable, reason) => {
  const { addresses } = await startProxy((socket) => socket.end(`HTTP/1.1 ${status}\r\n\r\n`))
  expect(await call(addresses)).toMatchObject({
    code: 'network',
    retryable,
    outcomeUnknown: false,
    message: expect.stringContaining(reason),
  })
})

test.each([
  ['does not answer', () => undefined],
  [
    'connects to a host that does not speak TLS',
    (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n'),
  ],
])('a proxy that %s ends at the connect limit, and its connection is closed', async (_, answer) => {
  const { addresses, sockets } = await startProxy(answer)
  const tooLate = setTimeout(30_000, 'no end', { ref: false })
  const outcome = await Promise.race([call(addresses, { connectMs: 200 }), tooLate])
  expect(outcome).toMatchObject({ code: 'timeout', retryable: true })
  if (sockets[0]?.closed === false) await once(sockets[0], 'close')
})

test('an abort while the proxy connects ends the call at once', async () => {
  const cancel = new AbortController()
  const { addresses } = await startProxy(() => cancel.abort())
  expect(await call(addresses, { signal: cancel.signal })).toMatchObject({
    code: 'aborted',
    outcomeUnknown: false,
  })
})

test('a host that the policy refuses is not asked of the proxy', async () => {
  const { addresses, received } = await startProxy((socket) => socket.destroy())
  expect(await call({ ...addresses, chooseProxy: () => 'refused' })).toMatchObject({ code: 'unsafeAddress' })
  expect(received).toEqual([])
})
