import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { callLimits } from './limits.ts'
import { isPublicAddress } from './public-address.ts'
import { readText } from './reply-body.ts'
import { send } from './send.ts'

const refused = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
  '1.2.3',
]

test.each(refused)('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '13.110.1.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])(
  'nothing is sent to %s unless its origin is allowed',
  async (host) => {
    let hits = 0
    const sinkhole = createServer((_, response) => response.end(String(++hits))).listen(0)
    await once(sinkhole, 'listening')
    const address = sinkhole.address()
    const port = typeof address === 'object' ? address?.port : 0
    const error = await send(
      {
        method: 'GET',
        url: new URL(`http://${host}:${port}/`),
        headers: {},
        idempotent: true,
        limits: callLimits,
        allowedOrigins: ['http://127.0.0.2:1'],
      },
      readText,
    ).catch((e: unknown) => e)
    sinkhole.close()
    expect(error).toMatchObject({ code: 'unsafeAddress', retryable: false })
    expect(hits).toBe(0)
  },
)
