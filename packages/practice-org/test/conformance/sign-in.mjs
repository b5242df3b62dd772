import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { check, clients, exits, freePort, startPracticeOrg } from './setting.mjs'

/** A browser that opens the authorize page and allows access, as a person would. */
const browserScript = `#!/usr/bin/env node
const page = process.argv.find((argument) => argument.startsWith('http'))
const { spawn } = require('node:child_process')
const work = "const page=process.argv[1];(async()=>{const html=await(await fetch(page)).text();const form=new URLSearchParams();for(const m of html.matchAll(/<input type=.hidden. name=.([^'\\"]+). value=.([^\\"]*)./g))form.set(m[1],m[2].replaceAll('&amp;','&'));form.set('org',/<option value=.(\\\\w+)/.exec(html)[1]);form.set('user',[...html.matchAll(/name=.user. value=.(\\\\w+)/g)].pop()[1]);form.set('decision','approve');await fetch(new URL('/services/oauth2/authorize',page),{method:'POST',body:form})})()"
spawn(process.execPath, ['-e', work, page], { detached: true, stdio: 'ignore' }).unref()
`

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
      const browser = s.file('browser.cjs', browserScript)
      chmodSync(browser, 0o755)
      const result = await s.sf(['org', 'login', 'web', '-r', s.origin, '-a', 'web'], {
        env: { BROWSER: browser },
        timeoutMs: 60_000,
      })
      exits(result, 0, 'login')
    },
  },
  {
    line: 3,
    name: 'org login jwt',
    async run(s) {
      const key = join(s.folder, 'jwt.key')
      execFileSync('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' })
      const result = await s.sf([
        'org',
        'login',
        'jwt',
        '--client-id',
        'X',
        '--jwt-key-file',
        key,
        '--username',
        'tomas.okafor@northbeam.example',
        '-r',
        s.origin,
      ])
      check(exits(result, 0, 'login').username === 'tomas.okafor@northbeam.example', 'user name', result)
    },
  },
  {
    line: 4,
    name: 'org login sfdx-url over https',
    async run(s) {
      const [key, cert] = [join(s.folder, 'tls.key'), join(s.folder, 'tls.pem')]
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-keyout',
          key,
          '-out',
          cert,
          '-days',
          '2',
          '-subj',
          '/CN=localhost',
          '-addext',
          'subjectAltName=DNS:localhost,IP:127.0.0.1',
        ],
        { stdio: 'ignore' },
      )
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
    name: 'device flow: approved, pending, slow_down, denied, unknown, expired',
    async run(s) {
      const token = async (form) =>
        (await fetch(`${s.origin}/services/oauth2/token`, { method: 'POST', body: form })).json()
      const begin = () => {
        const form = new FormData()
        for (const [name, value] of [
          ['client_id', 'PlatformCLI'],
          ['response_type', 'device_code'],
          ['scope', 'refresh_token web api'],
        ])
          form.set(name, value)
        return token(form)
      }
      const poll = (code) =>
        token(new URLSearchParams({ client_id: 'PlatformCLI', grant_type: 'device', code }))
      const first = await begin()
      check((await poll(first.device_code)).error === 'authorization_pending', 'pending')
      check((await poll(first.device_code)).error === 'slow_down', 'slow down')
      await s.admin('POST', '/admin/approve-device', { userCode: first.user_code })
      check(typeof (await poll(first.device_code)).refresh_token === 'string', 'token')
      const second = await begin()
      await s.admin('POST', '/admin/approve-device', { userCode: second.user_code, deny: true })
      check((await poll(second.device_code)).error === 'access_denied', 'denied')
      check((await poll('nothing')).error === 'invalid_request', 'unknown')
      const third = await begin()
      await s.admin('PATCH', '/admin/settings', { expireDeviceCodes: true })
      check((await poll(third.device_code)).error === 'invalid_request', 'expired')
    },
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
      const session = await s.session({ user: 'jonas.becker@northbeam.example' })
      const script = s.file('refresh.mjs', refreshScript(s, session))
      const { code, stdout } = await s.run(process.execPath, [script])
      check(code === 0, 'jsforce refreshes once and then fails clearly', stdout)
    },
  },
]

function refreshScript(s, session) {
  return `import { createRequire } from 'node:module'
const require = createRequire('${join(clients, 'package.json').replaceAll('\\', '/')}')
const jsforce = require('jsforce-20')
const { accessToken, refreshToken } = ${JSON.stringify({ accessToken: session.accessToken, refreshToken: session.refreshToken })}
const origin = '${s.origin}'
const connection = new jsforce.Connection({ oauth2: { clientId: 'x', loginUrl: origin }, instanceUrl: origin, accessToken, refreshToken, version: '68.0' })
let refreshes = 0
connection.on('refresh', () => refreshes++)
await fetch(origin + '/services/oauth2/revoke', { method: 'POST', body: new URLSearchParams({ token: accessToken }) })
await connection.query('SELECT Id FROM Organization')
if (refreshes !== 1) throw new Error('refreshes: ' + refreshes)
await fetch(origin + '/services/oauth2/revoke', { method: 'POST', body: new URLSearchParams({ token: connection.accessToken }) })
await fetch(origin + '/services/oauth2/revoke', { method: 'POST', body: new URLSearchParams({ token: refreshToken }) })
const end = await connection.query('SELECT Id FROM Organization').then(() => 'answered', (error) => error.message)
if (!end.includes('expired access/refresh token')) throw new Error(end)
`
}
