import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { isOwnHost, isOwnPage } from './own-address.ts'

const local = readConfig({}).config
const hosted = readConfig({ SLUICE_HOST: '0.0.0.0', SLUICE_PUBLIC_URL: 'https://sluice.example.com' }).config
const proxied = readConfig({
  SLUICE_PUBLIC_URL: 'https://sluice.example.com',
  SLUICE_TRUST_PROXY: 'true',
}).config

describe('the host of a request', () => {
  test.each([
    ['127.0.0.1:7300', local, true],
    ['localhost:7300', local, true],
    ['[::1]:7300', local, true],
    ['evil.example:7300', local, false],
    ['127.0.0.1.evil.example', local, false],
    ['localhost.evil.example', local, false],
    ['a b', local, false],
    ['sluice.example.com', hosted, true],
    ['SLUICE.example.com:443', hosted, true],
    ['127.0.0.1:7300', hosted, true],
    ['sluice.example.com.evil.example', hosted, false],
    ['192.168.1.5:7300', hosted, false],
  ])('%s', (host, config, isOwn) => {
    expect(isOwnHost(config, { host })).toBe(isOwn)
  })

  test('is what a trusted proxy says, and no other one', () => {
    const headers = { host: 'sluice:7300', 'x-forwarded-host': 'sluice.example.com' }
    expect([isOwnHost(proxied, headers), isOwnHost(hosted, headers)]).toEqual([true, false])
  })
})

describe('the page of a request', () => {
  test.each([
    [undefined, '127.0.0.1:7300', true],
    ['http://127.0.0.1:7300', 'localhost:7300', true],
    ['http://localhost:7300', 'localhost:7300', true],
    ['http://localhost:3000', 'localhost:7300', false],
    ['https://evil.example', '127.0.0.1:7300', false],
    ['null', '127.0.0.1:7300', false],
  ])('%s that asks %s', (origin, host, isOwn) => {
    expect(isOwnPage(local, { host, ...(origin !== undefined && { origin }) })).toBe(isOwn)
  })
})
