import { expect, test } from 'vitest'
import { checkSignInUrl } from './sign-in-url.ts'

const policy = { host: '.salesforce.com', allowedOrigins: ['http://127.0.0.1:7400'] }

const accepted = [
  'https://login.salesforce.com',
  'https://test.salesforce.com/',
  'https://acme.my.salesforce.com',
  'https://acme--dev1.sandbox.my.salesforce.com/',
  'https://LOGIN.Salesforce.com',
  'https://acme-corp.my.salesforce.com',
  'http://127.0.0.1:7400',
  'http://127.0.0.1:7400/',
]

test.each(accepted)('[W-260] accepts %s', (url) => {
  expect(checkSignInUrl(url, policy)).toMatchObject({ ok: true })
})

const refused = [
  '',
  'login.salesforce.com',
  '//login.salesforce.com',
  'https://',
  'https:login.salesforce.com',
  'http://login.salesforce.com',
  'ftp://login.salesforce.com',
  'javascript://login.salesforce.com',
  'https://salesforce.com',
  'https://evilsalesforce.com',
  'https://salesforce.com.example.org',
  'https://login.salesforce.com.example.org',
  'https://example.org/.salesforce.com',
  'https://example.org?.salesforce.com',
  'https://example.org#.salesforce.com',
  'https://example.org\\.salesforce.com',
  'https://example.org%2f.salesforce.com',
  'https://login.salesforce.com@example.org',
  'https://user@login.salesforce.com',
  'https://user:pw@login.salesforce.com',
  'https://@login.salesforce.com',
  'https://login.salesforce.com:8443',
  'https://login.salesforce.com:22/',
  'https://login.salesforce.com/path',
  'https://login.salesforce.com//',
  'https://login.salesforce.com/?q',
  'https://login.salesforce.com?',
  'https://login.salesforce.com/#',
  'https://login.salesforce.com.',
  'https://.salesforce.com',
  'https://-.salesforce.com',
  'https://a..salesforce.com',
  'https://a_b.salesforce.com',
  'https://login.salesforce.com ',
  ' https://login.salesforce.com',
  'https://login.salesforce.com\n',
  'https://login.\tsalesforce.com',
  'https://login.salesforce.com\0',
  'https://logín.salesforce.com',
  'https://example.org／.salesforce.com',
  'https://login。salesforce。com',
  'https://login%2esalesforce.com',
  'https:\\\\login.salesforce.com',
  'https:///login.salesforce.com',
  'https://[::1].salesforce.com',
  'https://127.0.0.1',
  'https://[::1]',
  'https://169.254.169.254',
  'https://2130706433',
  'https://0x7f000001',
  'https://localhost',
  'http://localhost:7400',
  'http://127.0.0.1:7401',
  'https://127.0.0.1:7400',
  'http://127.0.0.1:7400/setup',
  'http://user@127.0.0.1:7400',
  'http://127.0.0.1',
  'http://127.1:74000',
  'file:///etc/hostname',
  'data:text/html,.salesforce.com',
  `https://${'a'.repeat(3_000)}.salesforce.com`,
  `https://${'a'.repeat(64)}.salesforce.com`,
]

test.each(refused)('[W-260] refuses %j', (url) => {
  expect(checkSignInUrl(url, policy).ok).toBe(false)
})

test('gives the origin without a trailing slash', () => {
  expect(checkSignInUrl('https://LOGIN.salesforce.com/', policy)).toEqual({
    ok: true,
    url: 'https://login.salesforce.com',
  })
})

test('without allowed origins no local address is accepted', () => {
  const check = checkSignInUrl('http://127.0.0.1:7400', { host: '.salesforce.com' })
  expect(check).toEqual({ ok: false, reason: 'notHttps' })
})
