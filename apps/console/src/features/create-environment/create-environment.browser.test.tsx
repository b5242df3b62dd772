import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleMember, sampleStack, sampleWorkspace } from '../../testing/samples.ts'
import {
  button,
  checkbox,
  createEnvironmentAddress as address,
  expectRefused,
  field,
  goTo,
  next,
  openStep,
  sampleCreation,
  sampleProduction,
  sampleUat,
  submitted,
  visitCreateEnvironment as visit,
  wizardSteps,
} from '../../testing/visit-create-environment.ts'

const stackAddress = '/workspaces/acme/stacks/core-crm'
const main = page.getByRole('main')

test('[S-070] a stack that is not initialized has no wizard', async () => {
  await renderAt(address, { pushed: { stacks: [sampleStack({ isInitialized: false, environments: [] })] } })
  await expect.element(main.getByText('The stack is not initialized')).toBeVisible()
  expect(field('Environment name').elements()).toEqual([])
  expect(main.getByRole('heading', { level: 2 }).elements()).toEqual([])
})

test('a Reader has no wizard', async () => {
  await renderAt(address, {
    pushed: {
      workspace: sampleWorkspace({ ownerUserId: id(91), members: [sampleMember({ accessLevel: 'Reader' })] }),
    },
  })
  await expect.element(main.getByText('You do not have permission to perform this operation.')).toBeVisible()
  expect(field('Environment name').elements()).toEqual([])
})

test('[S-072][S-148][S-151][S-153][S-210][S-215][S-216][J-232] six steps with proposed names and an access group create the environment, and the page of the job opens', async () => {
  const { server, path } = await visit()
  await goTo('Git branch', 'Quality & Assurance 2')
  await expect.element(field('Git branch name')).toHaveValue('env/QualityAssurance2')
  await goTo('Salesforce sandbox')
  await expect.element(field('Sandbox name')).toHaveValue('QualityAss')
  await field('Sandbox description').fill('For testers')
  await expect.element(checkbox('Additional storage')).not.toBeChecked()
  await checkbox('Additional storage').click()
  await goTo('Salesforce API settings')
  await main.getByRole('radio', { name: /^Latest/ }).click()
  await goTo('Tags')
  await field('Add a tag').fill('stage')
  await userEvent.tab()
  await field('Value of stage').fill('qa')
  await goTo('Finalize')
  for (const text of ['QualityAss (new, Developer)', 'env/QualityAssurance2 (new)', 'stage: qa'])
    await expect.element(main.getByText(text)).toBeVisible()
  await button('Create').click()
  await expect.poll(path).toBe(`${stackAddress}/jobs/${id(70)}`)
  expect(submitted(server)).toEqual({
    jobCommandName: 'CreateEnvironment',
    jobTemplate: {
      environmentName: 'Quality & Assurance 2',
      gitBranchName: 'env/QualityAssurance2',
      sfdcSandboxName: 'QualityAss',
      tags: { stage: 'qa' },
      sfdcSandboxDescription: 'For testers',
      sfdcSandboxLicenseType: 'Developer',
      sfdcSandboxActivationUserGroupName: 'AllDevelopers',
      sfdcSandboxTemplateName: null,
      sfdcSandboxFeatures: ['SandboxStorage'],
      allowUseExistingBranch: false,
      allowUseExistingSandbox: false,
      sfdcApiVersionMode: 'Latest',
      sourceEnvironmentName: null,
      sfdcSandboxMaxHistoryDays: null,
      sfdcSandboxCopyChatter: null,
      sfdcSandboxApexClassName: null,
    },
  })
})

test('[S-071] the wizard has its six steps', async () => {
  await visit()
  await expect.element(page.getByRole('heading', { name: 'Create a sandbox environment' })).toBeVisible()
  const titles = main.getByRole('heading', { level: 2 }).elements()
  expect(titles.map((title) => title.textContent)).toEqual(wizardSteps)
})

test('names that were changed stay when the environment is called otherwise', async () => {
  await visit()
  await goTo('Git branch')
  await field('Git branch name').fill('env/mine')
  await button('Back').click()
  await field('Environment name').fill('Other')
  await next()
  await expect.element(field('Git branch name')).toHaveValue('env/mine')
  await next()
  await expect.element(field('Sandbox name')).toHaveValue('Other')
})

test('[S-073] a refused creation says so', async () => {
  await visit({ jobs: { provision: refusal('internalServerError') } })
  await goTo('Finalize')
  await button('Create').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem starting the environment creation job')
})

test('[S-195] the name of an environment is required and unique whatever its case', async () => {
  await visit()
  await expect.poll(openStep).toBe('Basic information')
  await expectRefused('Environment name', '', 'Environment name is required')
  for (const name of ['UAT', 'uAt', 'production'])
    await expectRefused('Environment name', name, 'There is already another environment with this name')
})

test('[S-196][S-197][W-390] the name of the branch is required, well formed and not used by another environment', async () => {
  await visit()
  await goTo('Git branch')
  await expectRefused('Git branch name', '', 'Git branch name is required')
  await expectRefused(
    'Git branch name',
    'a'.repeat(129),
    'Git branch name cannot be longer than 128 characters',
  )
  for (const letter of [' ', '~', '^', ':', '?', '*', '[', '\\'])
    await expectRefused('Git branch name', `env/a${letter}b`, 'Git branch name is not in the correct format')
  await expectRefused('Git branch name', 'env/uat', 'This Git branch is already used by another environment')
  await field('Git branch name').fill('env/qa-2_b.c')
  await next()
  await expect.poll(openStep).toBe('Salesforce sandbox')
})

test('an environment that was never initialized does not keep its names from a second try', async () => {
  await visit({ environments: [sampleProduction, { ...sampleUat, isInitialized: false }] })
  await goTo('Git branch', 'UAT')
  await field('Git branch name').fill('env/uat')
  await next()
  await expect.poll(openStep).toBe('Salesforce sandbox')
})

test('[S-198] a branch that exists is used only when that is confirmed', async () => {
  const { server } = await visit()
  await goTo('Git branch')
  expect(checkbox('Use existing Git branch').elements()).toEqual([])
  await field('Git branch name').fill('env/old')
  await next()
  await expect.element(main.getByText('You must confirm to use an existing Git branch')).toBeVisible()
  expect(openStep()).toBe('Git branch')
  await checkbox('Use existing Git branch').click()
  await goTo('Finalize')
  await expect.element(main.getByText('env/old (existing)')).toBeVisible()
  await button('Create').click()
  await expect
    .poll(() => submitted(server)?.jobTemplate)
    .toMatchObject({ allowUseExistingBranch: true, sfdcSandboxFeatures: [] })
})

test('a confirmation to use a branch does not count for another branch', async () => {
  await visit()
  await goTo('Git branch')
  await field('Git branch name').fill('env/old')
  await checkbox('Use existing Git branch').click()
  await expect.element(checkbox('Use existing Git branch')).toBeChecked()
  await field('Git branch name').fill('main')
  await field('Git branch name').fill('env/old')
  await expect.element(checkbox('Use existing Git branch')).not.toBeChecked()
})

test('the last step names what has been taken in the meantime', async () => {
  const { server } = await visit()
  await goTo('Finalize')
  const taken = { ...sampleUat, id: id(32), slug: 'qa', name: 'QA' }
  server.push({ type: 'pushStacks', stacks: [sampleStack({ environments: [sampleProduction, taken] })] })
  await button('Create').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There is already another environment with this name')
  expect(submitted(server)).toBeUndefined()
})

test('a creation that failed is run again with its settings, those of the API too', async () => {
  const commandInput = {
    environmentName: 'Staging',
    gitBranchName: 'env/stage',
    sfdcSandboxName: 'stage',
    tags: { stage: 'late' },
    sourceEnvironmentName: 'UAT',
    sfdcSandboxLicenseType: 'Full',
    sfdcSandboxMaxHistoryDays: 30,
    sfdcSandboxCopyChatter: true,
    sfdcSandboxApexClassName: 'AfterCopy',
    sfdcApiVersionMode: 'Latest',
  }
  const ended = {
    ...sampleCreation,
    commandInput,
    status: 'Ended',
    outcome: 'Failed',
    endedUtc: sampleCreation.createdUtc,
  } as const
  const { server, path, router } = await visit({ pushedJobs: [ended] })
  await router.navigate({ to: `${stackAddress}/jobs/${id(70)}` })
  await button('Rerun').click()
  await expect.poll(path).toBe(address)
  await expect.element(field('Environment name')).toHaveValue('Staging')
  await goTo('Git branch', 'Staging')
  await expect.element(main.getByText('It is created from env/uat.')).toBeVisible()
  await goTo('Finalize')
  await expect.element(main.getByText('AfterCopy')).toBeVisible()
  await button('Create').click()
  await expect.poll(() => submitted(server)?.jobTemplate).toMatchObject(commandInput)
})
