import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, node20 } from './clients.mjs'
import { deviceFlow } from './device.mjs'
import { scriptOf } from './libraries.mjs'
import { record } from './recorder.mjs'
import { check, exits, freePort, startPracticeOrg } from './setting.mjs'

/** A key with its certificate; the certificate is good for https on localhost, too. */
function makeCertificate(folder, name) {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}

/** Signs in with the web flow through the fake browser; gives the parsed result. */
async function webLogin(s, alias, origin = s.origin) {
  const browser = scriptOf('browser.cjs')
  chmodSync(browser, 0o755)
  const result = await s.sf(['org', 'login', 'web', '-r', origin, '-a', alias], {
    env: { BROWSER: browser },
  })
  return exits(result, 0, 'login')
}

export const signInLines = [
  {
    line: 1,
    name: 'org login access-token',
    async run(s) {
      const session = await s.session()
      const result = await s.sf(
        ['org', 'login', 'access-token', '-r', s.origin, '--no-prompt', '-a', 'prod', '-s'],
        { env: { SF_ACCESS_TOKEN: session.accessToken } },
      )
      const login = exits(result, 0, 'login')
      check(
        login.username === session.username && login.orgId === session.orgId,
        'user name and org id',
        login,
      )
      const shown = exits(await s.sf('org list'), 0, 'org list')
      check(
        shown.nonScratchOrgs.some((org) => org.username === session.username && org.isSandbox !== true),
        'listed as no sandbox',
        shown,
      )
    },
  },
  {
    line: 2,
    name: 'org login web',
    async run(s) {
      const login = await webLogin(s, 'web')
      check(login.username.includes('@'), 'a user name', login)
    },
  },
  {
    line: 3,
    name: 'org login jwt',
    async run(s) {
      const username = 'tomas.okafor@northbeam.example'
      const { key, certificate } = makeCertificate(s.folder, 'jwt')
      const login = (file) =>
        s.sf(
          ['org', 'login', 'jwt', '--client-id', 'Robot', '--jwt-key-file', file, '-r', s.origin].concat(
            '--username',
            username,
          ),
        )
      await s.admin('POST', '/admin/orgs/Northbeam%20Lighting/connected-apps', {
        clientId: 'Robot',
        certificate: readFileSync(certificate, 'utf8'),
      })
      check(exits(await login(key), 0, 'login').username === username, 'user name')
      const stranger = await login(makeCertificate(s.folder, 'stranger').key)
      check(stranger.code === 1, 'another key is refused', stranger)
    },
  },
  {
    line: 4,
    name: 'org login sfdx-url over https',
    async run(s) {
      const { key, certificate: cert } = makeCertificate(s.folder, 'tls')
      const port = await freePort()
      const secure = await startPracticeOrg(join(s.folder, 'secure'), [
        '--tls-port',
        String(port),
        '--tls-key',
        key,
        '--tls-cert',
        cert,
      ])
      try {
        const session = await (
          await fetch(`${secure.origin}/admin/sessions`, {
            method: 'POST',
            body: '{"user":"aiko.tanabe@northbeam.example"}',
          })
        ).json()
        const url = s.file('url.txt', `force://PlatformCLI::${session.refreshToken}@localhost:${port}`)
        exits(
          await s.sf(['org', 'login', 'sfdx-url', '-f', url, '-a', 'secure'], {
            env: { NODE_EXTRA_CA_CERTS: cert },
          }),
          0,
          'login',
        )
        await s.sf('org logout -o secure --no-prompt', { env: { NODE_EXTRA_CA_CERTS: cert } })
      } finally {
        await secure.stop()
      }
    },
  },
  {
    line: 5,
    name: 'a command with nothing but a token',
    async run(s) {
      const session = await s.session()
      const result = await s.sf(
        ['org', 'list', 'metadata', '-m', 'ApexClass', '--target-org', session.accessToken],
        { env: { SF_ORG_INSTANCE_URL: s.origin } },
      )
      check(exits(result, 0, 'list').length > 20, 'classes', result)
    },
  },
  {
    line: 6,
    name: 'device flow: CLI 2.52.4, core 9, and every answer of a poll',
    run: deviceFlow,
  },
  {
    line: 7,
    name: 'org display, list, show-access-token',
    async run(s) {
      const shown = exits(await s.sf('org display -o prod'), 0, 'display')
      check(shown.connectedStatus === 'Connected', 'connected', shown)
      exits(await s.sf('org display --verbose -o prod'), 0, 'display verbose')
      exits(await s.sf('org list'), 0, 'list')
      exits(await s.sf('org auth show-access-token -o prod --no-prompt'), 0, 'show-access-token')
    },
  },
  {
    line: 8,
    name: 'org open --url-only',
    async run(s) {
      const { url } = exits(await s.sf('org open --url-only -o prod'), 0, 'open')
      check((await fetch(url)).ok, 'the address opens a page', url)
    },
  },
  {
    line: 9,
    name: 'one refresh after the access token ended; a clear end after the refresh token did',
    async run(s) {
      await cliRefreshes(s)
      const session = await s.session({ user: 'jonas.becker@northbeam.example' })
      const { accessToken, refreshToken } = session
      const script = [scriptOf('refresh.mjs'), s.origin, folderOf('current'), accessToken, refreshToken]
      const jsforce = await s.run(node20, script)
      check(jsforce.code === 0, 'jsforce refreshes once and then fails clearly', jsforce)
    },
  },
]

/** The command-line client over a proxy that counts how often it asks for tokens. */
async function cliRefreshes(s) {
  const recorder = await record(s.origin)
  try {
    await webLogin(s, 'refreshing', recorder.origin)
    const shown = await s.sf('org display --verbose -o refreshing', {
      env: { SF_TEMP_SHOW_SECRETS: 'true' },
    })
    const { accessToken, sfdxAuthUrl } = exits(shown, 0, 'display')
    const refreshToken = /::([^@]+)@/.exec(sfdxAuthUrl)[1]
    const revoke = (token) =>
      fetch(`${s.origin}/services/oauth2/revoke`, { method: 'POST', body: new URLSearchParams({ token }) })
    const ask = () => s.sf(['data', 'query', '-o', 'refreshing', '-q', 'SELECT Id FROM Organization'])
    await revoke(accessToken)
    recorder.calls.length = 0
    exits(await ask(), 0, 'a query with an ended session')
    const refreshes = recorder.calls.filter(({ path }) => path.endsWith('/services/oauth2/token'))
    check(refreshes.length === 1, 'one refresh', recorder.calls)
    await s.admin('DELETE', `/admin/sessions?org=Northbeam%20Lighting`)
    await revoke(refreshToken)
    const ended = await ask()
    check(ended.code === 1, 'exit 1 without a refresh token', ended)
    check(JSON.stringify(ended.json).includes('expired access/refresh token'), 'the text', ended)
  } finally {
    recorder.stop()
    await s.signIn()
  }
}
