import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import { type Page, expect } from '@playwright/test'
import { origins, test as base } from './fixtures.ts'
import { submitAndAwaitSuccess, submitAndConfirm } from './pages.ts'
import { createOrg, practiceOrgAdmin, sandboxOf } from './practice-org-admin.ts'
import { cloneRepository } from './working-clone.ts'

/** The company has the public group that a new sandbox lets in. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of the pattern
  org: async ({}, provide) => {
    const org = await createOrg(origins.practiceOrg, { isBundled: true })
    await provide(org)
    await org.remove()
  },
})

const className = 'DiscountPolicy'
const file = `src/unpackaged/classes/${className}.cls`
const [production, sandbox] = ['Production', 'Trial']
const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('row', { name: `Select ${name}` })

async function openStackPage(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Stack' }).getByRole('link', { name }).click()
}

async function openFlow(page: Page, name: string, direction: 'Flow in' | 'Flow out'): Promise<void> {
  await openStackPage(page, 'Environments')
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('button', { name: direction, exact: true }).first().click()
}

test('[W-001][W-002][W-007][W-008][W-009][W-010] a workspace holds a stack, whose environments move metadata between their orgs and their branches', async ({
  account,
  org,
  initializedStack: stack,
  signedInPage: page,
}) => {
  const { client, emailAddress: username, password } = account
  const sandboxName = `t${org.id.slice(-8)}`
  await client.runJob(
    stack,
    {
      jobCommandName: 'CreateEnvironment',
      jobTemplate: {
        environmentName: sandbox,
        gitBranchName: 'env/trial',
        sfdcSandboxName: sandboxName,
        sfdcSandboxLicenseType: 'Developer',
        sfdcSandboxActivationUserGroupName: 'Sandbox_Users',
      },
    },
    createEnvironmentResult,
  )
  await client.calls.schedules.create({
    params: stack,
    body: {
      name: 'Every night',
      recurrence: '0 2 * * *',
      isEnabled: false,
      jobCommandName: 'FlowIn',
      jobTemplate: { environmentFilter: { include: { all: true } } },
    },
  })
  const [listed, ...otherStacks] = await client.stacks(stack.workspaceId)
  expect(otherStacks).toEqual([])

  await test.step('the workspace leads to its stack, and the stack to what it holds', async () => {
    await page.goto(stack.url.replace(/\/stacks\/.*/, '/stacks'))
    await rowOf(page, 'Main').getByRole('link', { name: 'Main', exact: true }).click()
    const environments = page.getByRole('main').getByRole('row', { name: /^Select (?!all)/ })
    await expect(environments).toHaveCount(2)
    await expect(environments.filter({ hasText: 'PROD' })).toHaveCount(1)
    for (const [name, branch, orgName] of [
      [production, 'main', production],
      [sandbox, 'env/trial', sandboxName],
    ] as const) {
      await expect(rowOf(page, name).getByText(branch, { exact: true })).toBeVisible()
      await expect(
        rowOf(page, name)
          .getByRole('link', { name: new RegExp(orgName) })
          .last(),
      ).toBeVisible()
    }
    await openStackPage(page, /^Jobs/)
    for (const title of ['Initialize stack', 'Create environment'])
      await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
    await openStackPage(page, 'Schedules')
    await expect(page.getByRole('main').getByRole('link', { name: 'Every night' })).toBeVisible()
  })

  await test.step('the stack connects one production org with one repository', async () => {
    await openStackPage(page, 'Settings')
    const main = page.getByRole('main')
    await expect(main.getByText(listed?.gitRepositoryUrl ?? '-').first()).toBeVisible()
    await expect(main.getByText(listed?.sfdcBaseUsernameClearText ?? '-').first()).toBeVisible()
  })

  const url = listed?.gitRepositoryUrl ?? ''
  const clone = await cloneRepository({ url, username, password })
  try {
    const admins = {
      [production]: practiceOrgAdmin(origins.practiceOrg, org.id),
      [sandbox]: practiceOrgAdmin(
        origins.practiceOrg,
        (await sandboxOf(origins.practiceOrg, org.id, sandboxName)) ?? '',
      ),
    }
    const branches = { [production]: 'main', [sandbox]: 'env/trial' }
    const textIn = async (name: string) =>
      (await admins[name]?.files('ApexClass', className))?.[`classes/${className}.cls`] ?? ''

    for (const name of [production, sandbox])
      await test.step(`${name} flows into its branch, and its branch out to ${name}`, async () => {
        const files = await admins[name]?.files('ApexClass', className)
        const edited = `public class ${className} {\n  // Edited in ${name}.\n}\n`
        const change = { ...files, [`classes/${className}.cls`]: edited }
        await admins[name]?.edit({ type: 'ApexClass', fullName: className, files: change })
        await openFlow(page, name, 'Flow in')
        await submitAndAwaitSuccess(page)
        await clone.git('fetch', '--quiet')
        await clone.git('checkout', '--quiet', '-B', branches[name] ?? '', `origin/${branches[name]}`)
        expect(await clone.read(file)).toContain(`// Edited in ${name}.`)
        await clone.write(file, `public class ${className} {\n  // Written for ${name}.\n}\n`)
        await clone.commitAndPush('Change a class')
        await openFlow(page, name, 'Flow out')
        await submitAndConfirm(page)
        expect(await textIn(name)).toContain(`// Written for ${name}.`)
        const other = name === production ? sandbox : production
        expect(await textIn(other)).not.toContain(`// Written for ${name}.`)
      })
    expect(await textIn(production)).toContain(`// Written for ${production}.`)
    await clone.git('fetch', '--quiet')
    for (const name of [production, sandbox])
      expect(await clone.git('show', `origin/${branches[name]}:${file}`)).toContain(`// Written for ${name}.`)
  } finally {
    await clone.remove()
  }
})
