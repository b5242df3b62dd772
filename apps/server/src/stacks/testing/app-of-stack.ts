import { generateKeyPairSync } from 'node:crypto'
import { openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { beforeAll, beforeEach } from 'vitest'
import { type SignedIn, testApp } from '../../api/testing/test-app.ts'
import { storedCredentials } from '../../environments/stored-credentials.ts'
import { newId } from '../../platform/ids.ts'
import { findStack } from '../stack-store.ts'

export const clientSecret = 'c0nsumer-secret'
/** An app that asks for its secret, and one that signs in with the key below. */
export const ownApp = 'own-app'
export const robot = 'robot-app'
export const username = 'mara.lindqvist@northbeam.example'

export const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
export const { publicKey: certificate, privateKey } = keyPair()

const refusals = {
  missing: () => new Error('missing'),
  expired: (cause?: Error) => new Error(`expired: ${cause?.message ?? ''}`),
}

export interface StackOfTest {
  workspaceId: string
  stackId: string
}
type Changes = Parameters<SignedIn['client']['stacks']['update']>[0]['body']

/** For each test somebody with a stack that is connected by the app of the server, in an org that knows two other apps. */
export function appOfStackWorld() {
  const app = testApp({ withPractice: true, settings: { SLUICE_CLIENT_ID: 'server-app' } })
  let somebody: SignedIn | null = null
  const world = {
    params: { workspaceId: '', stackId: '' },
    get user(): SignedIn {
      if (somebody === null) throw new Error('Nobody has signed in yet.')
      return somebody
    },
  }
  const signInUrl = () => app.practice.origin

  beforeAll(async () => {
    await app.practice.registerApp(ownApp, { clientSecret })
    await app.practice.registerApp(robot, { certificate, permittedUsers: [username] })
  })
  beforeEach(async () => {
    somebody = await app.current.signIn()
    world.params = await newStack(world.user)
  })

  /** What polling ends with once somebody has approved the code. */
  async function approved(client: SignedIn['client'], code: { deviceCode: string; userCode: string }) {
    await app.practice.approve(code.userCode)
    const params = { deviceCode: code.deviceCode }
    const polled = await client.stacks.pollDeviceCodeSignIn({ params, query: { signInUrl: signInUrl() } })
    return polled.tokenResponse?.encryptedToken ?? ''
  }

  const signedIn = async ({ client }: SignedIn) =>
    approved(client, await client.stacks.startDeviceCodeSignIn({ body: { signInUrl: signInUrl() } }))

  async function newStack(user: SignedIn, inWorkspace?: string): Promise<StackOfTest> {
    const contact = {
      companyName: 'Acme',
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: '+1 555 01',
    }
    const workspaceId =
      inWorkspace ?? (await user.client.workspaces.create({ body: { name: newId(), ...contact } })).id
    const sfdcEncryptedToken = await signedIn(user)
    const body = { name: newId(), gitRepositoryIsManaged: true, sfdcEncryptedToken }
    const { id: stackId } = await user.client.stacks.create({ params: { workspaceId }, body })
    return { workspaceId, stackId }
  }

  return {
    app,
    world,
    signInUrl,
    approved,
    newStack,
    update: (body: Changes) => world.user.client.stacks.update({ params: world.params, body }),
    save: (encryptedToken: string, params = world.params) =>
      world.user.client.stacks.setTokenData({ params, body: { encryptedToken } }),
    storedRow: async ({ workspaceId, stackId }: StackOfTest = world.params) => {
      const row = await app.current.ctx.database.inWorkspace(workspaceId, null, async (tx) =>
        findStack(tx, workspaceId, stackId),
      )
      if (row === null) throw new Error('The stack is gone.')
      return row
    },
    /** Opens a connection with the stored credentials of the stack or of an environment, as a job does. */
    connect: (environmentId: string | null = null) =>
      openStoredSession({
        ...storedCredentials(app.current.ctx, { ...world.params, environmentId }),
        refusals,
        addresses: app.current.ctx.outgoing.salesforce,
      }),
  }
}
