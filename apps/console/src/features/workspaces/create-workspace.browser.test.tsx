import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectShown } from '../../testing/expect-shown.ts'
import { recordAnalytics } from '../../testing/record-analytics.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleUser } from '../../testing/samples.ts'

const user = sampleUser({ mobilePhoneNumber: '+47 21 00 00 00' })
const visit = (create?: NonNullable<Answers['workspaces']>['create']) =>
  renderAt('/create-workspace', { user, answers: { workspaces: { create } } })

const field = (name: string) => page.getByRole('textbox', { name })
const next = page.getByRole('button', { name: 'Continue' })

async function submit() {
  await field('Workspace name').fill('Beta')
  await field('Company name').fill('Beta Ltd')
  await next.click()
}

test('[W-272] name and phone number are those of the user', async () => {
  await visit()
  await expect.element(field('First name')).toHaveValue('Alice')
  await expect.element(field('Last name')).toHaveValue('Moreau')
  await expect.element(field('Phone number')).toHaveValue('+47 21 00 00 00')
  await expect.poll(() => document.title).toBe('Create workspace · Sluice')
})

test.for(['Workspace name', 'Company name', 'First name', 'Last name', 'Phone number'])(
  '[W-126][W-271] "Continue" is open only when %s is given too',
  async (label) => {
    await visit()
    await field('Workspace name').fill('Beta')
    await expect.element(next).toBeDisabled()
    await field('Company name').fill('Beta Ltd')
    await expect.element(next).toBeEnabled()
    await field(label).fill('')
    await expect.element(next).toBeDisabled()
  },
)

test('[W-122][W-123][W-124][W-125][W-354][W-005] the workspace is created, counted as "workspace_created", confirmed, and can be opened', async () => {
  const fired = recordAnalytics()
  const { server, path } = await visit({ id: id(1), slug: 'acme' })
  await expect.element(page.getByRole('button', { name: 'Back' })).toBeVisible()
  await submit()
  await expect.element(page.getByText('has been created, and you are its owner.')).toBeVisible()
  expect(fired).toEqual([{ name: 'workspace_created' }])
  await page.getByRole('link', { name: 'Go to workspace' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
  await expect
    .poll(() => server.requests('workspaces', 'create').map(({ body }) => body))
    .toEqual([
      {
        name: 'Beta',
        companyName: 'Beta Ltd',
        firstName: 'Alice',
        lastName: 'Moreau',
        phoneNumber: '+47 21 00 00 00',
      },
    ])
})

test.for([
  [
    'entityConflict',
    "The workspace name you've chosen conflicts with another workspace. Enter a different workspace name and try again.",
  ],
  [
    'entityNotFound',
    'No workspace could be found for to this license key. If you have not yet created any stacks or environments, a workspace may not exist.',
  ],
  [
    'workspaceAlreadyClaimed',
    'The workspace with this license key has already been claimed. If you know who the workspace owner is, ask them to invite you as a member.',
  ],
] as const)(
  '[W-127][W-367][W-368][W-369] a creation that fails with %s shows the panel with its sentence and keeps the form',
  async ([type, text]) => {
    await visit(refusal(type))
    await submit()
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('There was a problem creating your new workspace')
    await expectShown(text, alert)
    await expect.element(field('Workspace name')).toHaveValue('Beta')
  },
)
