import { randomBytes } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { registerAndSignIn } from '../bench/real-data/product-client.ts'
import { type Account, origins, test } from './fixtures.ts'
import type { OwnStack } from './own-stack.ts'
import { sampleClass } from './sample-metadata.ts'
import { initializeSmallTeam } from './small-team.ts'

const file = 'src/unpackaged/classes/Alpha.cls'
const textFor = (branch: string) => `// Edited in the evening for ${branch}.`

/** Registers somebody and lets her join the workspace as a Contributor. */
async function addContributor({ client }: Account, { workspaceId }: OwnStack) {
  const person = {
    emailAddress: `${randomBytes(6).toString('hex')}@release.example`,
    password: 'Lantern-42!',
  }
  const guest = await registerAndSignIn(origins.product, person)
  const { id: invitationId } = await client.calls.invitations.create({
    params: { workspaceId },
    body: { sendToEmailAddress: person.emailAddress, accessLevel: 'Contributor' },
  })
  const params = { workspaceId, invitationId }
  const query = await client.calls.invitations.getToken({ params })
  await guest.calls.invitations.accept({ params, query })
  await guest.calls.users.logout()
  return person
}

async function signIn(page: Page, { emailAddress, password }: Pick<Account, 'emailAddress' | 'password'>) {
  await page.goto(`${origins.product}/signin`)
  await page.getByRole('textbox', { name: 'Username' }).fill(emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
}

/** The recurrence of a daily schedule that next occurs shortly after the wizard has been filled in. */
function soon(): string {
  const time = new Date(Date.now() + 75_000)
  return `${time.getUTCMinutes()} ${time.getUTCHours()} * * *`
}

/** Fills the wizard in for a flow in of the environments with the tag `flow: nightly`. */
async function createSchedule(page: Page, stack: OwnStack): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click()
  const select = (name: string) => page.getByRole('combobox', { name, exact: true })
  await page.goto(`${stack.url}/create-schedule`)
  await page.getByRole('textbox', { name: 'Schedule name' }).fill('Every night')
  await next()
  await page.getByRole('radio', { name: 'Flow in' }).click()
  await next()
  await select('Include').click()
  await page.getByRole('option', { name: 'Tags', exact: true }).click()
  await select('Tags of environments').click()
  await page.getByRole('option', { name: /^flow/ }).click()
  await page.keyboard.press('Escape')
  await next()
  await page.getByRole('textbox', { name: 'Recurrence' }).fill(soon())
  await expect(page.getByRole('list', { name: 'Upcoming occurrences' })).toBeVisible()
  await next()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Every night' })).toBeVisible()
}

test('a nightly schedule from the wizard flows in by tag while nobody is signed in, and stops when its user is removed', async ({
  account,
  org,
  stack,
  page,
}) => {
  test.setTimeout(420_000)
  page.setDefaultTimeout(30_000)
  const { client } = account
  const team = await initializeSmallTeam({ account, org, stack }, [sampleClass('Alpha', '// first')])
  const { clone } = team
  const names = ['qa', 'uat']
  await Promise.all(names.map((name) => team.create(name, { tags: { flow: 'nightly' } })))
  const production = (await team.state('Production')).environment
  await client.calls.environments.setTag({
    params: { ...stack, environmentId: production.id, tagName: 'flow' },
    body: 'nightly',
  })
  const contributor = await addContributor(account, stack)

  await test.step('a Contributor creates it in the wizard and signs out; nobody else is signed in', async () => {
    await client.calls.users.logout()
    await signIn(page, contributor)
    await createSchedule(page, stack)
    await signOut(page)
  })

  try {
    await test.step('the changes of all three orgs are in their branches after the time has come', async () => {
      await team.production.edit(sampleClass('Alpha', textFor('main')))
      for (const name of names)
        await (await team.sandbox(name)).edit(sampleClass('Alpha', textFor(`env/${name}`)))
      const branches = ['main', ...names.map((name) => `env/${name}`)]
      const inGit = async () => {
        await clone.git('fetch', '--quiet')
        const texts = branches.map((branch) => clone.git('show', `origin/${branch}:${file}`))
        return (await Promise.all(texts)).map((text) => /for (\S+)\.$/m.exec(text)?.[1])
      }
      await expect.poll(inGit, { timeout: 240_000 }).toEqual(branches)
    })
  } finally {
    await clone.remove()
  }

  await test.step('the removal of its user stops it with a problem that says why', async () => {
    await signIn(page, account)
    await page.goto(`${stack.url}/schedules`)
    await page.getByRole('main').getByRole('link', { name: 'Every night' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Every night' })).toBeVisible()
    const schedulePage = page.url()
    await page.goto(stack.url.replace(/\/stacks\/.*/, '/members'))
    const row = page.getByRole('row', { name: contributor.emailAddress })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click()
    await expect(row).toHaveCount(0)
    await page.goto(schedulePage)
    await expect(
      page.getByText('The user that this schedule runs as is no longer a member of the workspace.'),
    ).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Enabled' })).not.toBeChecked()
  })
})
