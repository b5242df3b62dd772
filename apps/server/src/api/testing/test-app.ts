import { api, type SluiceApi } from '@sluice/contract/api'
import { type Client, createClient, ProblemError } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { afterAll, beforeAll } from 'vitest'
import type { Context, GitHost } from '../../context.ts'
import { builtInGitHost } from '../../git-host/built-in-git-host.ts'
import { type HubTimes, startHub } from '../../hub/hub.ts'
import { newId } from '../../platform/ids.ts'
import { issueConfirmation } from '../../users/email-confirmation.ts'
import { createTestContext, type TestContextOptions } from '../../testing/test-context.ts'
import { createApp } from '../app.ts'
import { type Practice, startPractice } from './practice.ts'

export const password = 'Correct-horse-1'

export interface SignedIn {
  client: Client<SluiceApi>
  userId: string
  emailAddress: string
  accessToken: string
  refreshToken: string
}

/** The real app with a real database, listening on a port of its own. */
export class TestApp {
  readonly ctx: Context
  readonly origin: string
  /** The database as its owner: for what no part of the product does. */
  readonly ownerUrl: string

  constructor(ctx: Context, origin: string, ownerUrl: string) {
    this.ctx = ctx
    this.origin = origin
    this.ownerUrl = ownerUrl
  }

  /** A typed client; without a token a stranger's. */
  client(accessToken?: string): Client<SluiceApi> {
    return createClient(api, async (path, init) => this.fetch(path, init, accessToken))
  }

  async fetch(path: string, init: RequestInit = {}, accessToken?: string): Promise<Response> {
    const headers = new Headers(init.headers)
    if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`)
    return fetch(`${this.origin}/api${path}`, { ...init, headers })
  }

  async register(emailAddress = `${newId()}@example.com`): Promise<string> {
    const names = { firstName: 'Ada', lastName: 'Lovelace', mobilePhoneNumber: null }
    await this.client().users.register({ body: { emailAddress, password, ...names } })
    return emailAddress
  }

  /** Registers a named global administrator unless the account exists, and signs in with the link that proves the address. */
  async signInAsAdministrator(emailAddress: string): Promise<SignedIn> {
    await this.register(emailAddress).catch(() => undefined)
    const { clock, database } = this.ctx
    const token = await database.asSystem((tx) => issueConfirmation(tx, emailAddress, clock.now()))
    return this.signIn(emailAddress, token)
  }

  async signIn(emailAddress?: string, confirmationToken?: string): Promise<SignedIn> {
    const username = emailAddress ?? (await this.register())
    const body = { username, password, confirmationToken }
    const { accessToken, refreshToken } = await this.client().users.login({ body })
    const client = this.client(accessToken)
    const { user } = await client.users.getSignInInfo()
    if (!user) throw new Error('The new user is not signed in.')
    return { client, userId: user.id, emailAddress: username, accessToken, refreshToken }
  }
}

/** The problem that a call ends with. */
export async function problemOf(call: Promise<unknown>): Promise<ProblemDetails> {
  const error: unknown = await call.then(
    () => new Error('The call was not refused.'),
    (refusal: unknown) => refusal,
  )
  if (error instanceof ProblemError) return error.problem
  throw error
}

/** The regular look at every connection never comes, so that a missing announcement is noticed in every run. */
const hubTimes: HubTimes = { pingEveryMs: 24 * 60 * 60 * 1_000, expiryGraceMs: 10_000 }

interface TestAppOptions extends TestContextOptions {
  /** Starts a practice org beside it. */
  withPractice?: boolean
}

async function startTestApp(options: TestAppOptions) {
  const practice = options.withPractice === true ? await startPractice() : null
  const settings = {
    SLUICE_RATE_LIMIT_FACTOR: '0',
    SLUICE_PRACTICE_ORG_URL: practice?.origin ?? '',
    ...options.settings,
  }
  const { ctx, ...opened } = await createTestContext({ gitHost: managedRepositories, ...options, settings })
  const app = await createApp(ctx, { defaultIncludeSpecs: '*' })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const hub = await startHub(ctx, app.server, hubTimes)
  return {
    practice,
    test: new TestApp(ctx, origin, opened.ownerUrl),
    async close() {
      await hub.close()
      await app.close()
      await opened.close()
      await practice?.close()
    },
  }
}

/** For a test file: one app before its tests, closed after them. Read the result inside tests only. */
export function testApp(options: TestAppOptions = {}): {
  readonly current: TestApp
  readonly practice: Practice
} {
  let running: Awaited<ReturnType<typeof startTestApp>> | undefined
  beforeAll(async () => {
    running = await startTestApp(options)
  })
  afterAll(async () => running?.close())
  return {
    get current() {
      if (!running) throw new Error('The app exists only while the tests run.')
      return running.test
    },
    get practice() {
      if (!running?.practice) throw new Error('This test has no practice org.')
      return running.practice
    },
  }
}

const managedRepositories = (ctx: Omit<Context, 'gitHost'>): GitHost => builtInGitHost(ctx)
