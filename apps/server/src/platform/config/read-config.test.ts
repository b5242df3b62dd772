import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'

const goodKey = Array.from({ length: 32 }, (_, i) =>
  (i * 7 + 1).toString(16).padStart(2, '0').slice(-2),
).join('')

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('readConfig', () => {
  test('has a value for everything without any variable', () => {
    const { config } = readConfig({})
    expect(config.listen).toEqual({ host: '127.0.0.1', port: 7300, trustProxy: false })
    expect(config.tokens).toMatchObject({
      accessSeconds: 900,
      refreshSeconds: 14 * 86_400,
      invitationDays: 7,
    })
    expect(config.practiceOrgUrl).toBe('http://127.0.0.1:7400')
  })

  test.each([
    ['SLUICE_PORT', 'abc'],
    ['SLUICE_PORT', '65536'],
    ['SLUICE_PORT', '-1'],
    ['SLUICE_PORT', '7300.5'],
    ['SLUICE_PUBLIC_URL', 'not an address'],
    ['SLUICE_PUBLIC_URL', 'https://example.com/path'],
    ['SLUICE_PUBLIC_URL', 'ftp://example.com'],
    ['SLUICE_PRACTICE_ORG_URL', 'localhost:7400/x'],
    ['SLUICE_TRUST_PROXY', 'yes'],
    ['SLUICE_SIGN_IN_HOST', 'com'],
    ['SLUICE_SIGN_IN_HOST', '.com'],
    ['SLUICE_SIGN_IN_HOST', 'salesforce.com'],
    ['SLUICE_SIGN_IN_HOST', '..salesforce.com'],
    ['SLUICE_SIGN_IN_HOST', '.salesforce.com/'],
    ['HTTPS_PROXY', 'proxy.example:3128'],
    ['HTTPS_PROXY', 'https://proxy.example:3128'],
    ['HTTPS_PROXY', 'http://proxy.example:3128/path'],
    ['HTTPS_PROXY', 'http://robot:50%off@proxy.example:3128'],
    ['SLUICE_CA_FILE', '/nonexistent/authority.pem'],
    ['SLUICE_CA_FILE', import.meta.filename],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '10.0.0.1'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '10.0.0.0/33'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '0.0.0.0/0'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '10.0.0.0/7'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '10.0.0.0/8, 127.0.0.0/8'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '169.254.0.0/16'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '::1/128'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', 'fe80::/10'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '::/0'],
    ['SLUICE_ALLOWED_PRIVATE_RANGES', '::ffff:10.0.0.0/104'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SLUICE_DATABASE_APP_URL', 'localhost'],
    ['SLUICE_DATABASE_POOL', '1'],
    ['SLUICE_MASTER_KEY', 'short'],
    ['SLUICE_MASTER_KEY', '0'.repeat(64)],
    ['SLUICE_MASTER_KEY', 'g'.repeat(64)],
    ['SLUICE_ACCESS_TOKEN_SECONDS', '1'],
    ['SLUICE_REFRESH_TOKEN_SECONDS', '0'],
    ['SLUICE_INVITATION_DAYS', '0'],
    ['SLUICE_REGISTRATION', 'maybe'],
    ['SLUICE_GIT_PLACES', '1'],
    ['SLUICE_GIT_PLACES_PER_WORKSPACE', '0'],
    ['SLUICE_GIT_PLACES_FOR_JOBS', '12'],
    ['SLUICE_LEASE_SECONDS', '1'],
    ['SLUICE_LIMIT_ENVIRONMENTS', 'many'],
    ['SLUICE_RETENTION_DAYS', '0'],
    ['SLUICE_MAIL_URL', 'http://mail'],
    ['SLUICE_SUPPORT_ADDRESS', 'nobody'],
    ['SLUICE_DOCUMENTATION_URL', 'docs'],
    ['SLUICE_CHANGELOG_URL', 'javascript:alert(1)'],
    ['SLUICE_LICENCE_AGREEMENT_URL', 'licence'],
    ['SLUICE_SERVICE_STATUS_URL', 'ftp://status.example'],
    ['SLUICE_COMMITTER_EMAIL', 'nobody'],
    ['SLUICE_UNKNOWN_AUTHOR_EMAIL', 'a b@c'],
    ['SLUICE_REQUEST_PAUSE_MS', '99999'],
    ['SLUICE_LOG_LEVEL', 'loud'],
    ['SLUICE_EXCEPTION_TEXT', '1'],
  ])('names %s when it is "%s"', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))])
  })

  test('names every problem at once, and an unknown name with the one it resembles', () => {
    expect(problemsOf({ SLUICE_PROT: '1', SLUICE_LOG_LEVEL: 'loud' })).toEqual([
      'SLUICE_PROT is not a setting of Sluice; did you mean SLUICE_PORT?',
      expect.stringMatching(/^SLUICE_LOG_LEVEL /),
    ])
  })

  test('refuses to be reached from outside without a public address', () => {
    expect(problemsOf({ SLUICE_HOST: '0.0.0.0' })).toEqual([expect.stringContaining('SLUICE_PUBLIC_URL')])
  })

  test('reads any value from a file, and refuses two sources', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sluice-config-')), 'key')
    writeFileSync(file, `${goodKey}\n`)
    expect(readConfig({ SLUICE_MASTER_KEY_FILE: file }).config.masterKey).toBe(goodKey)
    expect(problemsOf({ SLUICE_MASTER_KEY_FILE: file, SLUICE_MASTER_KEY: goodKey })).toHaveLength(1)
    expect(problemsOf({ SLUICE_MASTER_KEY_FILE: `${file}-gone` })).toEqual([
      expect.stringMatching(/^SLUICE_MASTER_KEY_FILE: /),
    ])
  })

  test('takes an empty practice org address for none, and other empty values for not set', () => {
    const { config } = readConfig({ SLUICE_PRACTICE_ORG_URL: '', SLUICE_PORT: '' })
    expect(config).toMatchObject({ practiceOrgUrl: null, listen: { port: 7300 } })
    expect(config.salesforce.allowedOrigins).toEqual([])
  })

  test('has neither a proxy nor authorities nor private ranges unless they are set', () => {
    const none = { proxyUrl: null, proxyExceptions: [], caFile: null, allowedPrivateRanges: [] }
    expect(readConfig({}).config.outgoing).toEqual(none)
    const { config } = readConfig({
      HTTPS_PROXY: 'http://proxy.example:3128',
      NO_PROXY: 'localhost,127.0.0.1, .acme.com',
      SLUICE_ALLOWED_PRIVATE_RANGES: '10.1.0.0/16, fd12:3456::/32, 100.64.0.0/10',
    })
    expect(config.outgoing).toEqual({
      ...none,
      proxyUrl: 'http://proxy.example:3128',
      proxyExceptions: ['localhost', '127.0.0.1', '.acme.com'],
      allowedPrivateRanges: ['10.1.0.0/16', 'fd12:3456::/32', '100.64.0.0/10'],
    })
  })

  test('prints no secret', () => {
    const { printed } = readConfig({
      SLUICE_MASTER_KEY: goodKey,
      DATABASE_URL: 'postgres://u:canary-4711@h/d',
      HTTPS_PROXY: 'http://robot:canary-4711@proxy.example:3128',
      SLUICE_CLIENT_SECRET: 'canary-4711',
    })
    expect(JSON.stringify(printed)).not.toMatch(new RegExp(`${goodKey}|canary-4711`))
    expect(printed['SLUICE_MASTER_KEY']).toBe('(set)')
  })
})

describe('GitHub', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const all = {
    SLUICE_GITHUB_ORGANIZATION: 'acme',
    SLUICE_GITHUB_APP_ID: '42',
    SLUICE_GITHUB_PRIVATE_KEY: privateKey,
  }
  const gitHubWith = (more: Record<string, string> = {}) => readConfig({ ...all, ...more }).config.gitHub

  test('keeps no repositories without settings', () => {
    expect(readConfig({}).config.gitHub).toBeNull()
  })

  test.each([
    [{}, 'https://github.com', 'https://api.github.com'],
    [{ SLUICE_GITHUB_URL: 'https://acme.ghe.com' }, 'https://acme.ghe.com', 'https://api.acme.ghe.com'],
    [{ SLUICE_GITHUB_URL: 'https://git.acme.com' }, 'https://git.acme.com', 'https://git.acme.com/api/v3'],
  ])('is called where %j says', (more, webOrigin, apiUrl) => {
    expect(gitHubWith(more)).toMatchObject({ organization: 'acme', appId: '42', webOrigin, apiUrl })
  })

  test.each(Object.keys(all))('is refused without %s, which is named', (name) => {
    expect(problemsOf({ ...all, [name]: '' })).toEqual([expect.stringContaining(`${name} must be set`)])
  })

  test('is refused with nothing but its address', () => {
    expect(problemsOf({ SLUICE_GITHUB_URL: 'https://git.acme.com' })).toHaveLength(3)
  })

  test.each([
    ['SLUICE_GITHUB_URL', 'http://git.acme.com'],
    ['SLUICE_GITHUB_URL', 'https://git.acme.com/path'],
    ['SLUICE_GITHUB_ORGANIZATION', 'acme/other'],
    ['SLUICE_GITHUB_APP_ID', 'app'],
    ['SLUICE_GITHUB_PRIVATE_KEY', 'no key'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ ...all, [name]: value })).toEqual([expect.stringContaining(name)])
  })

  test('takes a key whose line ends are written out, and never prints it', () => {
    const written = privateKey.replaceAll('\n', String.raw`\n`)
    const { config, printed } = readConfig({ ...all, SLUICE_GITHUB_PRIVATE_KEY: written })
    expect([config.gitHub?.privateKey, printed['SLUICE_GITHUB_PRIVATE_KEY']]).toEqual([privateKey, '(set)'])
  })
})
