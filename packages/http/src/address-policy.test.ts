import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf } from './testing/scripted-server.ts'
import { usualLimits } from './testing/usual-limits.ts'
import { type AddressPolicy, onlyOrigins } from './address-policy.ts'
import { readText } from './reply-body.ts'
import { send } from './send.ts'

let hits = 0
const sinkhole = createServer((_, response) => response.end(String(++hits)))
beforeAll(async () => {
  sinkhole.listen(0)
  await once(sinkhole, 'listening')
})
afterAll(() => void sinkhole.close())

const call = (host: string, addresses: AddressPolicy) =>
  send(
    {
      method: 'GET',
      url: new URL(`http://${host}:${portOf(sinkhole)}/`),
      headers: {},
      idempotent: true,
      limits: usualLimits,
      peer: 'the server',
      addresses,
    },
    readText,
  ).catch((error: unknown) => error)

const unknownName = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'))

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])(
  'nothing is sent to %s unless its origin is allowed',
  async (host) => {
    hits = 0
    const error = await call(host, onlyOrigins('http://127.0.0.2:1'))
    expect(error).toMatchObject({ code: 'unsafeAddress', retryable: false })
    expect(hits).toBe(0)
  },
)

test('a socket connects to the address that the policy gave, and asks for it once', async () => {
  hits = 0
  const asked: string[] = []
  const resolve = async (hostname: string) => {
    asked.push(hostname)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  expect(await call('name.invalid', { allowedOrigins: [], resolve })).toBe('1')
  expect(asked).toEqual(['name.invalid'])
})

test('a name that does not resolve is a connection that failed, not a refusal', async () => {
  const error = await call('unknown.invalid', { allowedOrigins: [], resolve: unknownName })
  expect(error).toMatchObject({ code: 'network', retryable: true })
})
