import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { recordAnalytics } from '../../testing/record-analytics.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { signInAnswers } from '../../testing/sample-sign-in.ts'
import { environmentAnswers, id, sampleStack } from '../../testing/samples.ts'

const signIn = signInAnswers()
const visit = (stacks: Answers['stacks'] = {}) =>
  renderAt('/workspaces/acme/create-stack', {
    answers: { ...environmentAnswers, stacks: { ...environmentAnswers.stacks, ...signIn, ...stacks } },
  })

const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const openStep = () => document.querySelector('[aria-current=step] h2')?.textContent

async function fillBasics() {
  await field('Stack name').fill('Sales')
  await button('Next').click()
  await expect.poll(openStep).toBe('Git connection')
}

async function chooseCustomRepository() {
  await fillBasics()
  await page.getByRole('radio', { name: /Custom repository/ }).click()
  await field('Repository URL').fill('https://git.example/sales.git')
  await field('Username').fill('bot')
  await page.getByLabelText('Password or token', { exact: true }).fill('secret')
}

/** To the last step, with a managed repository. */
async function fillAll() {
  await fillBasics()
  await toLastStep()
}

/** On with the values that stand there. Somebody approves the device code. */
async function toLastStep() {
  while (openStep() !== 'Finalize') {
    const before = openStep()
    await expect.element(button('Next')).toBeEnabled()
    await button('Next').click()
    await expect.poll(openStep).not.toBe(before)
  }
}

async function finish() {
  await toLastStep()
  await button('Create').click()
}

test('[S-012][S-013] the page shows its six steps', async () => {
  await visit()
  await expect.element(page.getByRole('heading', { name: 'Create a new stack' })).toBeVisible()
  const steps = page.getByRole('main').getByRole('heading', { level: 2 }).elements()
  expect(steps.map((step) => step.textContent)).toEqual([
    'Basic information',
    'Git connection',
    'Version control settings',
    'Salesforce connection',
    'Salesforce API settings',
    'Finalize',
  ])
})

const portability = page.getByRole('switch', { name: 'Portable metadata' })

test('[S-015][S-016][S-017] the first step has name and slug, the path "/src" and portability, off', async () => {
  await visit()
  await expect.element(field('Stack name')).toHaveValue('')
  await expect.element(field('Slug')).toHaveValue('')
  await page.getByText('More options').click()
  await expect.element(field('Metadata path')).toHaveValue('/src')
  await expect.element(portability).not.toBeChecked()
})

test('[S-023] version control settings have directory and portability, the values of the first step', async () => {
  const { server } = await visit({ create: { id: id(3), slug: 'core-crm' } })
  await page.getByText('More options').click()
  await field('Metadata path').fill('/force-app')
  await fillBasics()
  await button('Next').click()
  await expect.poll(openStep).toBe('Version control settings')
  await expect.element(field('Metadata directory')).toHaveValue('/force-app')
  await field('Metadata directory').fill('')
  await portability.click()
  await finish()
  await expect
    .poll(() => server.requests('stacks', 'create')[0]?.body)
    .toMatchObject({
      metadataDirectoryRelativePath: null,
      ensureMetadataIsPortable: true,
    })
})

test('[S-189] [W-257] a metadata path of more than 512 characters is refused, an empty one is none', async () => {
  const { server } = await visit({ create: { id: id(3), slug: 'core-crm' } })
  await page.getByText('More options').click()
  await field('Metadata path').fill(`/${'a'.repeat(512)}`)
  await button('Next').click()
  await expect.element(page.getByText('Metadata path cannot be longer than 512 characters')).toBeVisible()
  expect(openStep()).toBe('Basic information')
  await field('Metadata path').fill('')
  await fillAll()
  await button('Create').click()
  await expect
    .poll(() => server.requests('stacks', 'create')[0]?.body.metadataDirectoryRelativePath)
    .toBe(null)
})

test('[S-030][S-179] the API version mode is Baseline, called "Recommended", or Latest', async () => {
  const { server } = await visit({ create: { id: id(3), slug: 'core-crm' } })
  await fillBasics()
  for (const step of ['Version control settings', 'Salesforce connection', 'Salesforce API settings']) {
    await expect.element(button('Next')).toBeEnabled()
    await button('Next').click()
    await expect.poll(openStep).toBe(step)
  }
  const modes = page.getByRole('radiogroup', { name: 'API version mode' }).getByRole('radio')
  expect(modes.elements().map((mode) => mode.firstChild?.textContent)).toEqual(['Recommended', 'Latest'])
  await expect.element(modes.nth(0)).toBeChecked()
  await modes.nth(1).click()
  await button('Next').click()
  await button('Create').click()
  await expect.poll(() => server.requests('stacks', 'create')[0]?.body.sfdcApiVersionMode).toBe('Latest')
})

test('[S-137] the whole payload of a stack with a repository of its own', async () => {
  const layout = { branch: 'main', layout: 'Packages', summary: 'Found 3 files', refusal: null } as const
  const { server } = await visit({
    validateGitCredentials: null,
    getLayoutOfRepository: layout,
    create: { id: id(3), slug: 'core-crm' },
  })
  await field('Slug').fill('sales-cloud')
  await chooseCustomRepository()
  await button('Connect').click()
  await expect.element(button('Next')).toBeEnabled()
  await button('Next').click()
  await expect.element(page.getByText('Found 3 files in the branch main.')).toBeVisible()
  const repository = { repositoryUrl: 'https://git.example/sales.git', username: 'bot', password: 'secret' }
  expect(server.requests('stacks', 'getLayoutOfRepository')[0]?.body).toEqual({
    ...repository,
    metadataDirectoryRelativePath: '/src',
  })
  await finish()
  await expect
    .poll(() => server.requests('stacks', 'create').map(({ body }) => body))
    .toEqual([
      {
        name: 'Sales',
        slug: 'sales-cloud',
        gitRepositoryIsManaged: false,
        gitRepositoryUrl: 'https://git.example/sales.git',
        gitUsername: 'bot',
        gitPassword: 'secret',
        metadataDirectoryRelativePath: '/src',
        ensureMetadataIsPortable: false,
        sfdcApiVersionMode: 'Baseline',
        sfdcEncryptedToken: 'sealed',
        encryptedToken: null,
        sfdcBaseSignInUrl: 'https://login.salesforce.com',
        sfdcBaseUsername: null,
        sfdcPassword: null,
      },
    ])
})

test('[S-014][S-173][S-188] the name is required, and no name of another stack in any case', async () => {
  await visit()
  await button('Next').click()
  await expect.element(page.getByText('Stack name is required')).toBeVisible()
  await field('Stack name').fill('CORE crm')
  await button('Next').click()
  await expect.element(page.getByText('There is already another stack with this name')).toBeVisible()
  expect(openStep()).toBe('Basic information')
})

test('[S-002] a managed repository needs nothing, a custom one is the other choice', async () => {
  await visit()
  await fillBasics()
  await expect.element(page.getByRole('radio', { name: /Managed repository/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /Custom repository/ })).not.toBeChecked()
  await button('Next').click()
  await expect.poll(openStep).toBe('Version control settings')
})

test('[S-018] a custom repository needs an address, a username and a password', async () => {
  const { server } = await visit()
  await fillBasics()
  await page.getByRole('radio', { name: /Custom repository/ }).click()
  await button('Connect').click()
  await expect.element(page.getByText('Repository URL is required')).toBeVisible()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password or token is required')).toBeVisible()
  await field('Repository URL').fill('nowhere')
  await button('Connect').click()
  await expect.element(page.getByText('Repository URL must be a valid URL')).toBeVisible()
  expect(server.requests('stacks', 'validateGitCredentials')).toEqual([])
})

test('[S-019][S-020][S-021] "Next" opens when the server has accepted the credentials, until one changes', async () => {
  const { server } = await visit({ validateGitCredentials: null })
  await chooseCustomRepository()
  await expect.element(button('Next')).toBeDisabled()
  await button('Connect').click()
  await expect.element(page.getByText('Successfully connected to your Git repository')).toBeVisible()
  await expect.element(button('Next')).toBeEnabled()
  await expect
    .poll(() => server.requests('stacks', 'validateGitCredentials').map(({ body }) => body))
    .toEqual([{ repositoryUrl: 'https://git.example/sales.git', username: 'bot', password: 'secret' }])
  await field('Username').fill('another')
  await expect.element(button('Next')).toBeDisabled()
})

test('[S-022] refused credentials show the panel', async () => {
  await visit({ validateGitCredentials: refusal('gitCredentialsInvalid') })
  await chooseCustomRepository()
  await button('Connect').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem connecting to your Git repository')
  await expect.element(button('Next')).toBeDisabled()
})

test('[S-027][S-029] a connected org is named, and "Modify the connection details" starts again', async () => {
  await visit()
  await fillBasics()
  await button('Next').click()
  await expect.poll(openStep).toBe('Version control settings')
  await expect.element(field('Metadata directory')).toHaveValue('/src')
  await button('Next').click()
  await expect.element(page.getByText('Successfully connected to your Salesforce org')).toBeVisible()
  await expect.element(page.getByText('Northbeam · admin@northbeam.example')).toBeVisible()
  await button('Modify the connection details').click()
  await expect.element(field('Salesforce sign-in URL')).toBeVisible()
  await expect.element(button('Next')).toBeDisabled()
})

test('[S-032] each step has "Back", to the step before, and "Next", to the one after; the last one has "Create"', async () => {
  const { path } = await visit()
  await field('Stack name').fill('Sales')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 }).elements()
  const steps = titles.map((title) => title.textContent)
  for (const step of steps.slice(0, -1)) {
    await expect.poll(openStep).toBe(step)
    await expect.element(button('Back')).toBeEnabled()
    await button('Next').click()
  }
  await expect.poll(openStep).toBe('Finalize')
  await expect.element(button('Create')).toBeEnabled()
  expect(button('Next').elements()).toEqual([])
  for (const step of steps.slice(0, -1).toReversed()) {
    await button('Back').click()
    await expect.poll(openStep).toBe(step)
  }
  await expect.element(field('Stack name')).toHaveValue('Sales')
  await button('Back').click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('[S-031][S-033][W-355] "Create" sends the stack, fires "stack_created" and opens its page', async () => {
  const fired = recordAnalytics()
  const sales = sampleStack({ id: id(3), slug: 'sales', name: 'Sales' })
  const { server, path } = await visit({ create: { id: id(3), slug: 'sales' } })
  await fillAll()
  await button('Create').click()
  await expect.poll(() => fired).toEqual([{ name: 'stack_created' }])
  expect(path()).toBe('/workspaces/acme/create-stack')
  server.push({ type: 'pushStacks', stacks: [sales] })
  await expect.poll(path).toBe('/workspaces/acme/stacks/sales/environments')
  await expect
    .poll(() => server.requests('stacks', 'create')[0]?.body)
    .toMatchObject({
      name: 'Sales',
      gitRepositoryIsManaged: true,
      metadataDirectoryRelativePath: '/src',
      sfdcApiVersionMode: 'Baseline',
      sfdcEncryptedToken: 'sealed',
    })
})

test('[S-034] a failed creation shows the panel', async () => {
  await visit({ create: refusal('sfdcCredentialsInvalid') })
  await fillAll()
  await button('Create').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem creating the stack')
})
