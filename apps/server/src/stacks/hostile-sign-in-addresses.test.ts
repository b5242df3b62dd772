import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { atPort, goodSignInAddresses, hostileSignInAddresses } from '../testing/hostile-addresses.ts'
import { sinkhole } from '../testing/sinkhole.ts'
import { privateKey } from './testing/app-of-stack.ts'

const app = testApp({ settings: { SLUICE_PRACTICE_ORG_URL: 'http://127.0.0.1:1' } })
const trap = sinkhole()
let owner: SignedIn
let params: ObjectTree['ids']
/** The hosts that somebody wanted to connect to. */
const askedHosts: string[] = []

beforeAll(async () => {
  owner = await app.current.signIn()
  params = (await createObjectTree(app.current, owner)).ids
  const { ctx } = app.current
  const dataKeyWrapped = ctx.secrets.newDataKey(params.stackId)
  await ctx.database.asSystem((tx) =>
    tx.update(stack).set({ dataKeyWrapped }).where(eq(stack.id, params.stackId)),
  )
  const outgoing = openOutgoingAddresses(ctx.config, async () => [{ address: '127.0.0.1', family: 4 }])
  const resolve = (hostname: string) => {
    askedHosts.push(hostname)
    return outgoing.salesforce.resolve(hostname)
  }
  ctx.outgoing = { ...outgoing, salesforce: { ...outgoing.salesforce, resolve } }
})
beforeEach(() => askedHosts.splice(0))

const redirectUri = 'http://localhost:1717/OauthRedirect'
const username = 'robot@acme.example'
const stacks = () => owner.client.stacks
const newStack = { name: 'New', gitRepositoryIsManaged: true, sfdcBaseUsername: username, sfdcPassword: 'p' }

type Call = (signInUrl: string) => Promise<unknown>

/** A call that strangers may make, and two that save an address: they meet the whole corpus. */
const mostExposed: Record<string, Call> = {
  'the device code sign-in': (signInUrl) => stacks().startDeviceCodeSignIn({ body: { signInUrl } }),
  'a new stack': (sfdcBaseSignInUrl) => stacks().create({ params, body: { ...newStack, sfdcBaseSignInUrl } }),
  'a change of an environment': (sfdcSignInUrl) =>
    owner.client.environments.update({ params, body: { sfdcSignInUrl } }),
}

/** The others judge by the same function, so that a part of the corpus is enough to see that they ask it. */
const others: Record<string, Call> = {
  'a change of a stack': (sfdcBaseSignInUrl) => stacks().update({ params, body: { sfdcBaseSignInUrl } }),
  'the web server sign-in': (signInUrl) =>
    stacks().startWebServerSignIn({ body: { signInUrl, redirectUri } }),
  'the sign-in with a password': (signInUrl) =>
    stacks().signInWithPassword({ body: { signInUrl, username, password: 'p' } }),
  'the sign-in with a key': (signInUrl) =>
    stacks().signInWithJwt({ body: { signInUrl, username, clientId: 'app', privateKey } }),
  'the device code sign-in of a stack': (signInUrl) =>
    stacks().startDeviceCodeSignInOfStack({ params, body: { signInUrl } }),
  'the web server sign-in of a stack': (signInUrl) =>
    stacks().startWebServerSignInOfStack({ params, body: { signInUrl, redirectUri } }),
  'the sign-in of a stack with its key': (signInUrl) =>
    stacks().signInWithJwtOfStack({ params, body: { signInUrl, username } }),
}

/** Credentials of the stack that its environment infers: a password, or without one the key of the app. */
async function saveBase(password: string | null) {
  const { client } = owner
  await client.stacks.update({ params, body: { sfdcClientId: 'app', sfdcPrivateKey: privateKey } })
  await client.stacks.update({ params, body: { sfdcBaseUsername: username, sfdcPassword: password } })
}

const hostile = () => hostileSignInAddresses.map((template) => atPort(template, trap.port))
const someHostile = () => hostile().filter((_, index) => index % 8 === 0)

/** The addresses that the call does not refuse as invalid. */
async function acceptedBy(call: Call, addresses: readonly string[]) {
  const accepted: string[] = []
  for (const signInUrl of addresses) {
    const problem = await problemOf(call(signInUrl)).catch(() => null)
    if (problem?.type !== 'validationFailed') accepted.push(signInUrl)
  }
  return accepted
}

describe('an address that is none of Salesforce', () => {
  test('is in the corpus once, beside addresses of Salesforce', () => {
    expect([hostileSignInAddresses.length, goodSignInAddresses.length]).toEqual([
      new Set(hostileSignInAddresses).size,
      new Set(goodSignInAddresses).size,
    ])
    expect(hostileSignInAddresses.length).toBeGreaterThanOrEqual(120)
    expect(goodSignInAddresses.length).toBeGreaterThanOrEqual(25)
  })

  test.each(Object.entries(mostExposed))('is refused by %s, and nothing is asked', async (_name, call) => {
    expect(await acceptedBy(call, hostile())).toEqual([])
    expect([askedHosts, trap.connections]).toEqual([[], 0])
  })

  test.each(Object.entries(others))('is refused by %s, and nothing is asked', async (_name, call) => {
    await stacks().update({ params, body: { sfdcClientId: 'app', sfdcPrivateKey: privateKey } })
    expect(await acceptedBy(call, someHostile())).toEqual([])
    expect([askedHosts, trap.connections]).toEqual([[], 0])
  })

  test('is refused by the client of Salesforce too', () => {
    const policy = { host: '.salesforce.com', allowedOrigins: ['http://127.0.0.1:1'] }
    expect(hostile().filter((url) => checkSignInUrl(url, policy).ok)).toEqual([])
    expect(goodSignInAddresses.filter((url) => !checkSignInUrl(url, policy).ok)).toEqual([])
  })

  test.each([
    ['password', 's3cret'],
    ['assertion', null],
  ])('that an environment was saved with gets no %s', async (_what, password) => {
    await saveBase(password)
    const answers = new Set<string>()
    for (const sfdcSignInUrl of someHostile()) {
      await app.current.ctx.database.asSystem((tx) =>
        tx.update(environment).set({ sfdcSignInUrl }).where(eq(environment.id, params.environmentId)),
      )
      answers.add((await problemOf(owner.client.environments.getSalesforceInfo({ params }))).type)
    }
    expect([...answers]).toEqual(['sfdcInternalError'])
    expect([askedHosts, trap.connections]).toEqual([[], 0])
  })
})

describe('an address of Salesforce', () => {
  test.each(goodSignInAddresses)('%s is saved, and only its host is asked', async (url) => {
    await stacks().update({ params, body: { sfdcBaseSignInUrl: url } })
    await owner.client.environments.update({ params, body: { sfdcSignInUrl: url } })
    const { authorizationUrl } = await stacks().startWebServerSignIn({
      body: { signInUrl: url, redirectUri },
    })
    expect(new URL(authorizationUrl).origin).toBe(new URL(url).origin)
    const asked = await problemOf(stacks().startDeviceCodeSignIn({ body: { signInUrl: url } }))
    expect(asked.type).toBe('sfdcCredentialsInvalid')
    const { hostname, port } = new URL(url)
    expect(new Set(askedHosts)).toEqual(new Set(port === '' ? [hostname] : []))
    expect(trap.connections).toBe(0)
  })
})
