import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { problemDetails } from '@sluice/contract/problem-details'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { createBareRepository } from '@sluice/git/init'
import { serveGitHttp } from '@sluice/git/http-backend'
import { listRemoteRefs } from '@sluice/git/ls-remote'
import { createPracticeOrg } from '@sluice/practice-org/practice-org'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { problemOf, testApp } from '../../api/testing/test-app.ts'
import { git } from '../../git-host/testing/plain-git.ts'
import { companyAuthority } from '../../testing/certificates.ts'
import { portOf, startConnectProxy } from '../../testing/connect-proxy.ts'
import { openOutgoingAddresses } from './outgoing-addresses.ts'

const orgHost = 'northbeam.my.salesforce.com'
const gitHost = 'git.example.com'
const password = 'pr0xy:s3cret@1'
const folder = await mkdtemp(join(tmpdir(), 'sluice-proxy-'))
const { authority, server } = companyAuthority([orgHost, gitHost])
const caFile = join(folder, 'authority.pem')
await writeFile(caFile, authority)
const practice = await createPracticeOrg({
  dataDir: join(folder, 'practice'),
  port: 0,
  seed: 'empty',
  tls: { ...server, port: 0 },
})

const repository = await createBareRepository({ gitDir: join(folder, 'r.git'), defaultBranch: 'main' })
const tree = await git(repository.gitDir, 'hash-object', '-t', 'tree', '-w', '/dev/null')
const commit = await git(repository.gitDir, 'commit-tree', '-m', 'First', tree)
await git(repository.gitDir, 'update-ref', 'refs/heads/main', commit)
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
const gitServer = createServer(server, (request, response) => {
  if (request.url?.startsWith('/private.git') && request.headers.authorization !== basic('ada:git:1')) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="Git"' }).end()
    return
  }
  const protocol = String(request.headers['git-protocol'] ?? '')
  const exchange = request.method === 'POST' ? { body: request } : null
  const served = serveGitHttp({ repository, service: 'git-upload-pack', exchange, protocol })
  response.writeHead(200, served.headers)
  pipeline(served.body, response).catch(() => response.destroy())
}).listen(0, '127.0.0.1')
await once(gitServer, 'listening')

const proxy = await startConnectProxy({
  [`${orgHost}:443`]: practice.tlsPort ?? 0,
  [`${gitHost}:443`]: portOf(gitServer),
})
const withCredentials = `http://robot:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`
const app = testApp({
  settings: { HTTPS_PROXY: withCredentials, SLUICE_CA_FILE: caFile, NO_PROXY: 'direct.example.com' },
})
beforeEach(() => {
  proxy.asked.length = 0
  proxy.wants = `robot:${password}`
  // Connections of earlier tests belong to the policy that they were made for.
  app.current.ctx.outgoing = door({})
})
afterAll(async () => {
  await proxy.close()
  gitServer.close()
  await practice.close()
  await rm(folder, { recursive: true, force: true })
})

/** The door with other settings than the app's. */
const door = (changes: Partial<typeof app.current.ctx.config.outgoing>) => {
  const { config } = app.current.ctx
  return openOutgoingAddresses({ ...config, outgoing: { ...config.outgoing, ...changes } })
}
const loopback = async () => [{ address: '127.0.0.1', family: 4 }]
const orgUser = { username: 'mara.lindqvist@northbeam.example', password: 'practice1' }
const signIn = () =>
  app.current.client().stacks.signInWithPassword({ body: { signInUrl: `https://${orgHost}`, ...orgUser } })
const login = (addresses: ReturnType<typeof door>['salesforce']) =>
  soapLogin({ signInUrl: `https://${orgHost}`, ...orgUser, addresses })
const repositoryUrl = `https://${gitHost}/r.git`
const checkGit = () =>
  app.current
    .client()
    .stacks.validateGitCredentials({ body: { repositoryUrl, username: 'ada', password: 'git' } })

test('a sign-in to Salesforce goes through the proxy, which resolves the name', async () => {
  expect(await signIn()).toMatchObject({ status: 'Completed', tokenResponse: { domain: orgHost } })
  expect(proxy.asked[0]).toEqual({ target: `${orgHost}:443`, credentials: proxy.wants })
})

test('a connection through the proxy is kept for the next calls', async () => {
  await signIn()
  const { length } = proxy.asked
  await signIn()
  expect([length > 0, proxy.asked.length]).toEqual([true, length])
})

/** How the check of Git credentials answers this body. */
const check = async (body: object) => {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await app.current.fetch('/validate/git-credentials', init)
  if (response.status === 204) return 'accepted'
  return problemDetails.parse(await response.json()).type
}

test('[W-333] the check of Git credentials takes address, user name and password, and tries them at the repository', async () => {
  const right = { repositoryUrl: `https://${gitHost}/private.git`, username: 'ada', password: 'git:1' }
  expect(await check(right)).toBe('accepted')
  for (const wrong of [
    { username: 'bob' },
    { password: 'git' },
    { repositoryUrl: 'https://nowhere.example.com/r.git' },
  ])
    expect(await check({ ...right, ...wrong })).toBe('gitCredentialsInvalid')
  for (const missing of ['repositoryUrl', 'username', 'password'])
    expect(await check({ ...right, [missing]: undefined })).toBe('validationFailed')
})

test('Git goes through the proxy with the authorities of the settings', async () => {
  await checkGit()
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`${gitHost}:443`]))
  const route = await app.current.ctx.outgoing.routeToRepository(repositoryUrl)
  const { branches } = await listRemoteRefs({ remote: { url: repositoryUrl, ...route } })
  expect(branches).toEqual([{ name: 'main', commitHash: commit }])
})

test('without the file of authorities neither Salesforce nor Git trusts the server', async () => {
  const strict = door({ caFile: null })
  await expect(login(strict.salesforce)).rejects.toMatchObject({ code: 'network' })
  const remote = { url: repositoryUrl, ...(await strict.routeToRepository(repositoryUrl)) }
  await expect(listRemoteRefs({ remote })).rejects.toMatchObject({ code: 'network' })
})

test('authorities of the settings are trusted beside the public ones', async () => {
  const { certificatesFile = '' } = await app.current.ctx.outgoing.routeToRepository(repositoryUrl)
  const written = await readFile(certificatesFile, 'utf8')
  expect(written).toContain(authority.trim())
  expect(written.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50)
})

test('a proxy that does not accept the credentials ends calls, and its password stands in no error', async () => {
  proxy.wants = 'robot:another'
  expect((await problemOf(signIn())).type).toBe('sfdcCredentialsInvalid')
  expect((await problemOf(checkGit())).type).toBe('gitCredentialsInvalid')
  const route = await app.current.ctx.outgoing.routeToRepository(repositoryUrl)
  const failure: unknown = await listRemoteRefs({ remote: { url: repositoryUrl, ...route } }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ code: 'network', retryable: false })
  for (const secret of [password, encodeURIComponent(password)])
    expect(JSON.stringify(failure)).not.toContain(secret)
})

test('a proxy that cannot reach the host now is asked again', async () => {
  const url = 'https://away.example.com/r.git'
  const route = await app.current.ctx.outgoing.routeToRepository(url)
  await expect(listRemoteRefs({ remote: { url, ...route } })).rejects.toMatchObject({ retryable: true })
})

test.each([
  'https://localhost/r.git',
  'https://127.0.0.1/r.git',
  'https://10.0.0.1/r.git',
  'https://vault/r.git',
])('the proxy is not asked for %s', async (url) => {
  const body = { repositoryUrl: url, username: 'u', password: 'p' }
  const problem = await problemOf(app.current.client().stacks.validateGitCredentials({ body }))
  expect(problem.type).toBe('gitCredentialsInvalid')
  const { hostname } = new URL(url)
  const { salesforce } = app.current.ctx.outgoing
  const call = soapLogin({ signInUrl: `https://${hostname}`, ...orgUser, addresses: salesforce })
  await expect(call).rejects.toMatchObject({ code: 'unsafeAddress' })
  expect(proxy.asked).toEqual([])
})

test('the practice org and hosts of NO_PROXY are called without the proxy', async () => {
  const direct = door({ proxyExceptions: [gitHost, orgHost] })
  expect(direct.salesforce.chooseProxy(new URL(`https://${orgHost}`))).toBe('direct')
  const allowed = { ...app.current.ctx.outgoing.salesforce, allowedOrigins: [practice.origin] }
  await soapLogin({ signInUrl: practice.origin, ...orgUser, addresses: allowed })
  expect(proxy.asked).toEqual([])
})

test('a server that is called directly is judged by the authorities of the settings too', async () => {
  const signInUrl = `https://${orgHost}:${practice.tlsPort}`
  const { salesforce } = door({ proxyUrl: null })
  const addresses = { ...salesforce, resolve: loopback }
  expect(await soapLogin({ signInUrl, ...orgUser, addresses })).toMatchObject({ instanceUrl: signInUrl })
  const { trustedCertificates, ...untrusting } = addresses
  expect(trustedCertificates).toBeDefined()
  await expect(soapLogin({ signInUrl, ...orgUser, addresses: untrusting })).rejects.toMatchObject({
    code: 'network',
  })
})
