import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { origins, test } from './fixtures.ts'
import { cloneRepository } from './working-clone.ts'

/** Opens a page and waits for its heading. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const path of ['/signin', '/register', '/password/forgot', '/404'])
  test(`${path} is accessible`, async ({ page }) => {
    await open(page, origins.product + path)
    await expectAccessible(page)
  })

test('/onboarding is accessible', async ({ signedInPage: page }) => {
  await open(page, `${origins.product}/onboarding`)
  await expect(page.getByText('Enter this code on the Salesforce page')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Connect/ })).toBeVisible()
  await expectAccessible(page)
})

test('the pages of a person with a workspace are accessible', async ({ signedInPage: page, stack }) => {
  expect(stack.url).toContain(origins.product)
  for (const path of ['/workspaces', '/create-workspace', '/profile'])
    await test.step(path, async () => {
      await open(page, origins.product + path)
      await expectAccessible(page)
    })
})

test('the pages of a stack before its initialization are accessible', async ({
  signedInPage: page,
  stack,
}) => {
  for (const path of ['', '/environments', '/jobs', '/settings'])
    await test.step(path, async () => {
      await open(page, stack.url + path)
      await expectAccessible(page)
    })
})

test('the pages of a stack with jobs and an undeployed component are accessible', async ({
  signedInPage: page,
  initializedStack: stack,
  account,
}) => {
  const [shown] = await account.client.stacks(stack.workspaceId)
  const url = shown?.gitRepositoryUrl ?? ''
  const clone = await cloneRepository({ url, username: account.emailAddress, password: account.password })
  await clone.write('src/unpackaged/classes/Alpha.cls', 'public class Alpha {\n  void broken( {\n}\n')
  const meta = await clone.read('src/unpackaged/classes/Alpha.cls-meta.xml')
  await clone.write('src/unpackaged/classes/Beta.cls', 'public class Beta {\n}\n')
  await clone.write('src/unpackaged/classes/Beta.cls-meta.xml', meta)
  await clone.commitAndPush('Break a class')
  await clone.remove()
  const jobTemplate = { environmentFilter: { include: { all: true } } }
  const { job } = await account.client.runJob(
    stack,
    { jobCommandName: 'FlowOut', jobTemplate },
    flowOutResult,
  )
  const environment = `/environments/${shown?.environments[0]?.slug}`
  const tabs = ['flow', 'settings', 'salesforce', 'snapshots', 'undeployed', 'advanced']
  const file = encodeURIComponent('src/unpackaged/classes/Alpha.cls-meta.xml')
  const repository = ['', '/tree/main', '/commits/main', '/compare', `/file/main?path=${file}&view=elements`]
  const paths = [
    '/environments',
    '/jobs',
    `/jobs/${job.id}`,
    '/settings',
    ...repository.map((path) => `/repository${path}`),
  ]
  for (const path of [...paths, ...tabs.map((tab) => `${environment}/${tab}`)])
    await test.step(path, async () => {
      await open(page, stack.url + path)
      await expectAccessible(page)
    })
  for (const direction of ['Flow in', 'Flow out'])
    await test.step(`${direction} dialog`, async () => {
      await open(page, stack.url + environment)
      await page.getByRole('button', { name: direction, exact: true }).first().click()
      await expect(page.getByRole('dialog', { name: `${direction} environments` })).toBeVisible()
      await expectAccessible(page)
    })
})
