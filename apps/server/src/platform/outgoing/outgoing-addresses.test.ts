import { expect, test } from 'vitest'
import { ForbiddenAddressError, openOutgoingAddresses, type ResolvedAddress } from './outgoing-addresses.ts'

const own = { publicUrl: 'http://127.0.0.1:7300', salesforce: { allowedOrigins: ['http://127.0.0.1:7400'] } }
const ip = (address: string): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 })
const answering = (...addresses: string[]) => openOutgoingAddresses(own, async () => addresses.map(ip))

test('Git connects to the address that was checked', async () => {
  const route = answering('8.8.8.8', '2606:4700::1111').routeToRepository('https://git.example/r.git')
  expect(await route).toEqual({ resolvedAddress: '8.8.8.8' })
})

test.each([
  [['8.8.8.8', '10.0.0.1']],
  [['10.0.0.1', '8.8.8.8']],
  [['8.8.8.8', '::1']],
  [['2606:4700::1111', '::ffff:8.8.8.8']],
  [['169.254.169.254']],
  [[]],
])(
  'an answer of the name server with an address that is not public (%j) is refused as a whole',
  async (answer) => {
    const outgoing = answering(...answer)
    await expect(outgoing.routeToRepository('https://git.example/r.git')).rejects.toThrow(
      ForbiddenAddressError,
    )
    expect(await outgoing.salesforce.resolve('acme.my.salesforce.com')).toEqual([])
  },
)

test('a name that does not resolve is refused with the same text as a private one', async () => {
  const outgoing = openOutgoingAddresses(own, () => Promise.reject(new Error('ENOTFOUND')))
  const unknown = await outgoing.routeToRepository('https://git.example/r.git').catch(String)
  const inside = await answering('10.0.0.1').routeToRepository('https://git.example/r.git').catch(String)
  expect(unknown).toBe(inside)
})

test.each([
  'http://git.example/r.git',
  'ssh://git.example/r.git',
  'file:///etc/passwd',
  'ext::sh -c id',
  'javascript:alert(1)',
  'not an address',
  'http://127.0.0.1:7400/r.git',
  'http://127.0.0.1:7301/r.git',
  'https://127.0.0.1:7300/r.git',
  'https://10.0.0.1/r.git',
  'https://[::1]/r.git',
  'https://[::ffff:8.8.8.8]/r.git',
  'https://2130706433/r.git',
  'https://0x7f.1/r.git',
])('the repository address %s is refused', async (url) => {
  await expect(answering('8.8.8.8').routeToRepository(url)).rejects.toThrow(ForbiddenAddressError)
})

test("this server's own Git host may be plain http", async () => {
  const route = answering('10.0.0.1').routeToRepository('http://127.0.0.1:7300/git/r.git')
  expect(await route).toEqual({ allowHttpOrigin: 'http://127.0.0.1:7300' })
})

test('a public address that stands in the URL needs no pin', async () => {
  expect(await answering().routeToRepository('https://8.8.8.8/r.git')).toEqual({})
  expect(await answering().salesforce.resolve('8.8.8.8')).toEqual([ip('8.8.8.8')])
})
