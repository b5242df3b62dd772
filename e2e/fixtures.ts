import { randomBytes } from 'node:crypto'
import { type Page, test as base } from '@playwright/test'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { type ProductClient, registerAndSignIn } from '../bench/real-data/product-client.ts'
import { type OwnStack, createStack } from './own-stack.ts'
import { type OwnOrg, createOrg } from './practice-org-admin.ts'

/** Where the product and the practice org of all tests answer; the global setup starts them. */
export const origins = {
  product: process.env['SLUICE_E2E_ORIGIN'] ?? '',
  practiceOrg: process.env['SLUICE_E2E_PRACTICE_ORG'] ?? '',
}

export interface Account {
  readonly emailAddress: string
  readonly password: string
  /** The account at the API. */
  readonly client: ProductClient
}

interface Fixtures {
  /** An account that no other test has. */
  readonly account: Account
  /** A small org of the practice org that no other test has. */
  readonly org: OwnOrg
  /** A workspace with one stack, connected to `org`; its repository is empty and no job has run. */
  readonly stack: OwnStack
  /** The same after its initialization has succeeded. */
  readonly initializedStack: OwnStack
  /** A page in a browser in which `account` has signed in before. */
  readonly signedInPage: Page
}

/** Each test gets what it names, of its own, so that tests run in any order and side by side. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of the pattern
  account: async ({}, provide) => {
    const emailAddress = `${randomBytes(6).toString('hex')}@release.example`
    const password = 'Lantern-42!'
    await provide({
      emailAddress,
      password,
      client: await registerAndSignIn(origins.product, { emailAddress, password }),
    })
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  org: async ({}, provide) => {
    const org = await createOrg(origins.practiceOrg)
    await provide(org)
    await org.remove()
  },
  stack: async ({ account, org }, provide) => {
    await provide(await createStack(account.client, org, origins))
  },
  initializedStack: async ({ account, stack }, provide) => {
    const { defaultIncludeSpecs } = await account.client.config()
    const jobTemplate = { includeSpecs: defaultIncludeSpecs }
    await account.client.runJob(
      stack,
      { jobCommandName: 'InitializeStack', jobTemplate },
      initializeStackResult,
    )
    await provide(stack)
  },
  signedInPage: async ({ account, browser }, provide) => {
    const { accessToken, refreshToken, expiresIn } = await account.client.calls.users.login({
      body: { username: account.emailAddress, password: account.password },
    })
    const tokens = JSON.stringify({ accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 })
    const localStorage = [{ name: 'sluice.tokens', value: tokens }]
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin: origins.product, localStorage }] },
    })
    await provide(await context.newPage())
    await context.close()
  },
})
