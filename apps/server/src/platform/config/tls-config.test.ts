import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { companyAuthority } from '../../testing/certificates.ts'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'

const { authority, server } = companyAuthority(['sluice.example'])
const other = companyAuthority(['sluice.example'])
const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
function fileWith(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const certFile = fileWith('cert.pem', server.cert + authority)
const keyFile = fileWith('key.pem', server.key)

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('with certificate and key the server is reached by https', () => {
  const { config, printed } = readConfig({ SLUICE_TLS_CERT_FILE: certFile, SLUICE_TLS_KEY_FILE: keyFile })
  expect(config.publicUrl).toBe('https://127.0.0.1:7300')
  expect(config.tls?.certificates).toHaveLength(2)
  expect(printed).toMatchObject({ SLUICE_TLS_CERT: '(set)', SLUICE_TLS_KEY: '(set)' })
})

test('without them it is reached by http', () => {
  expect(readConfig({}).config).toMatchObject({ tls: null, publicUrl: 'http://127.0.0.1:7300' })
})

test.each([
  [
    'a certificate without its key',
    { SLUICE_TLS_CERT_FILE: certFile },
    'SLUICE_TLS_CERT_FILE is set without SLUICE_TLS_KEY_FILE; set both, or neither to serve without TLS.',
  ],
  [
    'a key without its certificate',
    { SLUICE_TLS_KEY_FILE: keyFile },
    'SLUICE_TLS_KEY_FILE is set without SLUICE_TLS_CERT_FILE; set both, or neither to serve without TLS.',
  ],
  [
    'the key of another certificate',
    { SLUICE_TLS_CERT_FILE: certFile, SLUICE_TLS_KEY_FILE: fileWith('other.pem', other.server.key) },
    'SLUICE_TLS_KEY_FILE holds the key of another certificate than the first one of SLUICE_TLS_CERT_FILE.',
  ],
  [
    'a public address without TLS',
    {
      SLUICE_TLS_CERT_FILE: certFile,
      SLUICE_TLS_KEY_FILE: keyFile,
      SLUICE_PUBLIC_URL: 'http://sluice.example',
    },
    'SLUICE_PUBLIC_URL must begin with https:// while SLUICE_TLS_CERT_FILE is set.',
  ],
  [
    'a file that holds no certificate',
    { SLUICE_TLS_CERT_FILE: keyFile, SLUICE_TLS_KEY_FILE: keyFile },
    'SLUICE_TLS_CERT must be a certificate in PEM form.',
  ],
  [
    'a file that holds no key',
    { SLUICE_TLS_CERT_FILE: certFile, SLUICE_TLS_KEY_FILE: certFile },
    'SLUICE_TLS_KEY must be a private key in PEM form, without a passphrase.',
  ],
])('%s is refused', (_, variables, problem) => {
  expect(problemsOf(variables)).toEqual([problem])
})

test('a file that is not there is named', () => {
  expect(
    problemsOf({ SLUICE_TLS_CERT_FILE: join(folder, 'none'), SLUICE_TLS_KEY_FILE: keyFile }).join('\n'),
  ).toMatch(/^SLUICE_TLS_CERT_FILE: ENOENT/)
})
