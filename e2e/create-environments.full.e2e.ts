import { type Page, expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectJobSucceeded } from './pages.ts'
import { sampleClass } from './sample-metadata.ts'
import { group, initializeSmallTeam } from './small-team.ts'

interface WizardEntries {
  /** The name of the environment and of its sandbox. */
  readonly name: string
  readonly branch?: string
  readonly usesExistingBranch?: boolean
  readonly usesExistingSandbox?: boolean
  readonly licenseType?: string
  /** The label of the field (access group or template) and the option to choose. */
  readonly choice?: readonly [label: string, option: string]
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Creates an environment with the wizard; its sandbox gets the same name. Ends on the page of the job. */
async function createByWizard(page: Page, stackUrl: string, entries: WizardEntries): Promise<void> {
  const { name } = entries
  const main = page.getByRole('main')
  const next = () => main.getByRole('button', { name: 'Next', exact: true }).click()
  const step = (title: string) =>
    expect(main.locator('[aria-current=step]').getByRole('heading', { name: title })).toBeVisible()
  await page.goto(`${stackUrl}/create-environment`)
  await main.getByRole('textbox', { name: 'Environment name' }).fill(name)
  await next()
  await step('Git branch')
  await main.getByRole('textbox', { name: 'Git branch name' }).fill(entries.branch ?? `env/${name}`)
  if (entries.usesExistingBranch)
    await main.getByRole('checkbox', { name: 'Use existing Git branch' }).click()
  await next()
  await step('Salesforce sandbox')
  await expect(main.getByRole('textbox', { name: 'Sandbox name' })).toHaveValue(name)
  if (entries.usesExistingSandbox) await main.getByRole('checkbox', { name: 'Use existing sandbox' }).click()
  if (entries.licenseType) await choose(page, 'License type', entries.licenseType)
  if (entries.choice) await choose(page, ...entries.choice)
  await next()
  await step('Salesforce API settings')
  await next()
  await step('Tags')
  await next()
  await step('Finalize')
  await main.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/jobs\/[^/]+$/)
}

test('three environments are created side by side, two of them by the wizard, and another one asks before it deletes in a sandbox that exists', async ({
  account,
  org,
  stack,
  signedInPage: page,
}) => {
  // Five sandboxes are copied one after the other.
  test.slow()
  const team = await initializeSmallTeam({ account, org, stack }, [sampleClass('Beta', '// first')])
  const { clone } = team
  const second = await page.context().newPage()
  try {
    await team.create('source')
    await clone.write('src/unpackaged/classes/Beta.cls', 'public class Beta {\n    // of the team\n}\n')
    await clone.git('commit', '--all', '--quiet', '--message', 'Work of the team')
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/env/team')

    await test.step('side by side', async () => {
      await createByWizard(page, stack.url, {
        name: 'dev',
        branch: 'env/team',
        usesExistingBranch: true,
        choice: ['Access group', group],
      })
      await createByWizard(second, stack.url, {
        name: 'partial',
        licenseType: 'Partial Copy',
        choice: ['Template', 'Recent_Service_Data'],
      })
      await team.create('copy', { sourceEnvironmentName: 'source' })
      await expectJobSucceeded(page)
      await expectJobSucceeded(second)
    })

    await test.step('in a sandbox that exists', async () => {
      await org.createSandbox('old')
      const old = await team.sandbox('old')
      await old.edit(sampleClass('OnlyHere', '// first'))
      await createByWizard(page, stack.url, { name: 'old', usesExistingSandbox: true })
      await page.getByRole('link', { name: 'Review deployment' }).click({ timeout: 120_000 })
      const warning = 'The sandbox has 1 component that the branch does not have. It will be deleted.'
      await expect(page.getByText(warning)).toBeVisible()
      expect(await old.files('ApexClass', 'OnlyHere')).not.toBeNull()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expectJobSucceeded(page)
      expect(await old.files('ApexClass', 'OnlyHere')).toBeNull()
    })

    for (const name of ['source', 'dev', 'partial', 'copy', 'old']) {
      const { environment, head } = await team.state(name)
      expect([name, environment]).toMatchObject([
        name,
        {
          isInitialized: true,
          isProduction: false,
          latestKnownParityCommitHash: head,
          latestKnownParityCommitHashOutbound: head,
        },
      ])
      const beta = (await (await team.sandbox(name)).files('ApexClass', 'Beta'))?.['classes/Beta.cls']
      expect([name, beta?.trimEnd()]).toEqual([
        name,
        await clone.git('show', `${head}:src/unpackaged/classes/Beta.cls`),
      ])
    }
  } finally {
    await clone.remove()
    await second.close()
  }
})
