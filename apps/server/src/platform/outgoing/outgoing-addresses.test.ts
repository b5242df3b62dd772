import { describe, expect, test } from 'vitest'
import { ForbiddenAddressError, openOutgoingAddresses, type ResolvedAddress } from './outgoing-addresses.ts'

const noSettings = { proxyUrl: null, proxyExceptions: [], caFile: null, allowedPrivateRanges: [] }
const own = {
  publicUrl: 'http://127.0.0.1:7300',
  dataDir: '/nonexistent',
  outgoing: noSettings,
  salesforce: { allowedOrigins: ['http://127.0.0.1:7400'], signInHost: '.salesforce.com' },
}
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

/** A door with allowed ranges, and a name server with one answer. */
const allowing = (ranges: string[], ...addresses: string[]) =>
  openOutgoingAddresses({ ...own, outgoing: { ...noSettings, allowedPrivateRanges: ranges } }, async () =>
    addresses.map(ip),
  )

describe('ranges of private addresses that the operator allows', () => {
  const ranges = ['10.1.0.0/16', 'fd12::/16']

  test.each([[['10.1.2.3']], [['fd12::1']], [['8.8.8.8', '10.1.2.3']]])(
    'a host that resolves to %j is called',
    async (addresses) => {
      const outgoingAddresses = allowing(ranges, ...addresses)
      expect(await outgoingAddresses.salesforce.resolve('acme.my.salesforce.com')).toEqual(addresses.map(ip))
      expect(await outgoingAddresses.routeToRepository('https://git.example/r.git')).toEqual({
        resolvedAddress: addresses[0],
      })
    },
  )

  test.each([
    [['10.2.0.1']],
    [['fd13::1']],
    [['10.1.2.3', '10.2.0.1']],
    [['10.1.2.3', '127.0.0.1']],
    [['169.254.169.254']],
  ])('a host that resolves to %j is refused', async (addresses) => {
    const outgoingAddresses = allowing(ranges, ...addresses)
    expect(await outgoingAddresses.salesforce.resolve('acme.my.salesforce.com')).toEqual([])
    await expect(outgoingAddresses.routeToRepository('https://git.example/r.git')).rejects.toThrow(
      ForbiddenAddressError,
    )
  })

  test('an address of a range may stand in the URL itself', async () => {
    expect(await allowing(ranges).routeToRepository('https://10.1.2.3/r.git')).toEqual({})
  })
})

describe('through a proxy', () => {
  const proxyUrl = 'http://robot:s%40cret@proxy.example:3128/'
  const through = (proxyExceptions: string[] = [], allowedPrivateRanges: string[] = []) =>
    openOutgoingAddresses(
      { ...own, outgoing: { ...noSettings, proxyUrl, proxyExceptions, allowedPrivateRanges } },
      () => Promise.reject(new Error('The name was looked up here.')),
    )
  const choose = (url: string, ...settings: Parameters<typeof through>) =>
    through(...settings).salesforce.chooseProxy(new URL(url))

  test('the name is not looked up, and the proxy gets its credentials', async () => {
    expect(await through().routeToRepository('https://git.example/r.git')).toEqual({ proxyUrl })
    expect(choose('https://acme.my.salesforce.com')).toEqual({
      url: proxyUrl,
      hostname: 'proxy.example',
      port: 3128,
      authorization: `Basic ${Buffer.from('robot:s@cret').toString('base64')}`,
    })
  })

  test.each([
    'https://localhost',
    'https://localhost.',
    'https://a.localhost',
    'https://printer.local',
    'https://metadata.google.internal',
    'https://router.home.arpa',
    'https://vault',
    'https://127.0.0.1',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[::1]',
    'https://[fe80::1]',
  ])('the proxy is not asked for %s', async (url) => {
    expect(choose(url)).toBe('refused')
    await expect(through().routeToRepository(`${url}/r.git`)).rejects.toThrow(ForbiddenAddressError)
  })

  test('an address of an allowed range is asked of the proxy', () => {
    expect(choose('https://10.1.2.3', [], ['10.1.0.0/16'])).toMatchObject({ port: 3128 })
  })

  test.each([
    ['https://git.acme.com', ['git.acme.com']],
    ['https://git.acme.com', ['acme.com']],
    ['https://git.acme.com', ['.acme.com']],
    ['https://git.acme.com', ['*.ACME.com']],
    ['https://git.acme.com', ['other.com', 'git.acme.com:443']],
    ['https://git.acme.com:8443', ['git.acme.com:8443']],
    ['https://10.1.2.3', ['10.1.2.3']],
    ['https://10.1.2.3', ['10.0.0.0/8']],
    ['https://[fd12::1]', ['fd12::1']],
    ['https://[fd12::1]', ['fd12::/16']],
    ['https://git.acme.com', ['*']],
  ])('%s is called without it when NO_PROXY is %j', (url, except) => {
    expect(choose(url, except)).toBe('direct')
  })

  test.each([
    ['https://notacme.com', ['acme.com']],
    ['https://acme.com.example', ['acme.com']],
    ['https://git.acme.com', ['git.acme.com:8443']],
    ['https://8.8.8.8', ['10.0.0.0/8', '8.8.8', '.8']],
  ])('%s is called through it when NO_PROXY is %j', (url, except) => {
    expect(choose(url, except)).toMatchObject({ hostname: 'proxy.example' })
  })
})
