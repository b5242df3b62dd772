import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import {
  button,
  checkbox,
  choice,
  choose,
  expectRefused,
  field,
  goTo,
  next,
  openStep,
  submitted,
  visitCreateEnvironment as visit,
} from '../../testing/visit-create-environment.ts'

const main = page.getByRole('main')

test('[S-200][S-201][W-392] the name of the sandbox is required, of at most ten letters and digits, and not used by another environment', async () => {
  await visit()
  await goTo('Salesforce sandbox')
  await choose('Access group', 'All Developers')
  await expectRefused('Sandbox name', '', 'Sandbox name is required')
  for (const name of ['q-a', 'q a', 'q_a', 'qä'])
    await expectRefused('Sandbox name', name, 'Sandbox name may contain only letters and digits')
  await expectRefused('Sandbox name', 'UAT', 'This sandbox is already used by another environment')
  await expectRefused('Sandbox name', 'Qa123456789', 'Sandbox name cannot be longer than 10 characters')
  await field('Sandbox name').fill('Qa12345678')
  await next()
  await expect.poll(openStep).toBe('Salesforce API settings')
})

test('[S-205] the description of the sandbox is optional and has at most 2048 characters', async () => {
  await visit()
  await goTo('Salesforce sandbox')
  await choose('Access group', 'All Developers')
  await expectRefused(
    'Sandbox description',
    'a'.repeat(2049),
    'Sandbox description cannot be longer than 2048 characters',
  )
  for (const description of ['a'.repeat(2048), '']) {
    await field('Sandbox description').fill(description)
    await next()
    await expect.poll(openStep).toBe('Salesforce API settings')
    await button('Back').click()
  }
})

test('[S-202][S-203] a sandbox that exists is used only when that is confirmed, with a warning', async () => {
  const { server } = await visit()
  await goTo('Salesforce sandbox')
  expect(checkbox('Use existing sandbox').elements()).toEqual([])
  await field('Sandbox name').fill('Spare')
  await expect.element(main.getByText(/Its metadata may be overwritten/)).toBeVisible()
  expect(choice('License type').elements()).toEqual([])
  await next()
  await expect.element(main.getByText('You must confirm to use an existing sandbox')).toBeVisible()
  await checkbox('Use existing sandbox').click()
  await goTo('Finalize')
  await expect.element(main.getByText('Spare (existing)')).toBeVisible()
  await button('Create').click()
  await expect
    .poll(() => submitted(server)?.jobTemplate)
    .toMatchObject({ allowUseExistingSandbox: true, sfdcSandboxActivationUserGroupName: null })
})

test('[S-206][S-207][S-209][S-210][S-261] each license type asks for what it needs', async () => {
  await visit()
  await goTo('Salesforce sandbox')
  await expect.element(choice('License type')).toHaveTextContent('Developer')
  await choice('License type').click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const offered = page.getByRole('option').elements()
  expect(offered.map((option) => option.textContent)).toEqual([
    'Developer',
    'Developer Pro',
    'Partial Copy',
    'Full',
  ])
  await page.getByRole('option', { name: 'Developer', exact: true }).click()
  for (const [type, hasGroup, hasTemplate] of [
    ['Developer', 1, 0],
    ['Developer Pro', 1, 0],
    ['Partial Copy', 0, 1],
    ['Full', 0, 1],
  ] as const) {
    await choose('License type', type)
    await expect.poll(() => choice('Access group').elements().length).toBe(hasGroup)
    expect(choice('Template').elements()).toHaveLength(hasTemplate)
    expect(checkbox('Additional storage').elements()).toHaveLength(hasGroup)
  }
  for (const type of ['Developer', 'Developer Pro']) {
    await choose('License type', type)
    await expect.element(checkbox('Additional storage')).not.toBeChecked()
    await next()
    await expect
      .element(main.getByText('Access group must be set with this sandbox license type'))
      .toBeVisible()
  }
  await choose('License type', 'Full')
  await next()
  await expect.poll(openStep).toBe('Salesforce API settings')
})

test('[S-208][S-152] a Partial sandbox needs a template', async () => {
  const { server } = await visit()
  await goTo('Salesforce sandbox')
  await choose('License type', 'Partial Copy')
  await next()
  await expect.element(main.getByText('Template must be set with this sandbox license type')).toBeVisible()
  await choose('Template', 'Orders')
  await goTo('Finalize')
  await button('Create').click()
  await expect
    .poll(() => submitted(server)?.jobTemplate)
    .toMatchObject({
      sfdcSandboxLicenseType: 'Partial',
      sfdcSandboxTemplateName: 'Orders',
      sfdcSandboxActivationUserGroupName: null,
    })
})

test.for([
  [
    '[S-251]',
    'listSandboxPublicGroups',
    'Developer',
    'There was a problem fetching the access groups. Reload the page to try again.',
  ],
  [
    '[S-252]',
    'listSandboxTemplates',
    'Full',
    'There was a problem fetching the templates. Reload the page to try again.',
  ],
] as const)('%s when %s is refused, the step says so', async ([, operation, type, heading]) => {
  await visit({ stacks: { [operation]: refusal('sfdcCredentialsInvalid') } })
  await goTo('Salesforce sandbox')
  if (type !== 'Developer') await choose('License type', type)
  await expect.element(page.getByRole('alert')).toHaveTextContent(heading)
})

test('[S-256][S-257] branches and sandboxes that cannot be fetched keep nobody from creating an environment', async () => {
  const { server } = await visit({
    stacks: {
      listBranches: refusal('gitCredentialsInvalid'),
      listSandboxes: refusal('sfdcCredentialsInvalid'),
    },
  })
  await goTo('Git branch')
  await expect
    .element(
      main.getByText(
        'We are not able to determine which Git branches already exist. You can still proceed with environment creation.',
      ),
    )
    .toBeVisible()
  await checkbox('Use existing Git branch').click()
  await goTo('Salesforce sandbox')
  await expect
    .element(
      main.getByText(
        'We are not able to determine which sandboxes already exist. You can still proceed with environment creation.',
      ),
    )
    .toBeVisible()
  await goTo('Finalize')
  for (const text of ['env/QA (existing or new)', 'QA (new, Developer)'])
    await expect.element(main.getByText(text)).toBeVisible()
  await button('Create').click()
  await expect
    .poll(() => submitted(server)?.jobTemplate)
    .toMatchObject({ allowUseExistingBranch: true, allowUseExistingSandbox: false })
})
