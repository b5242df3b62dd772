import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever } from './answers.ts'
import { renderAt } from './render-at.tsx'
import { sampleBranch, sampleEnvironment, sampleJob, sampleStack } from './samples.ts'
import { sampleSandbox, sampleSandboxEnvironment } from './visit-environments.ts'

const stackAddress = '/workspaces/acme/stacks/core-crm'
export const createEnvironmentAddress = `${stackAddress}/create-environment`

export const sampleProduction = sampleEnvironment()
export const sampleUat = sampleSandboxEnvironment({
  slug: 'uat',
  name: 'UAT',
  gitBranchName: 'env/uat',
  sfdcSandboxName: 'uat',
})
/** The job that the wizard starts. */
export const sampleCreation = sampleJob({
  commandName: 'CreateEnvironment',
  commandInput: { environmentName: 'QA' },
  mainEnvironmentId: null,
  affectedEnvironments: [],
})

interface WizardVisit {
  stacks?: Answers['stacks']
  jobs?: Answers['jobs']
  environments?: readonly Environment[]
  pushedJobs?: readonly JobWithNotices[]
}

/** Opens the wizard of a stack with a branch `env/old`, a sandbox `spare`, one access group and one template. */
export function visitCreateEnvironment(visit: WizardVisit = {}) {
  const { environments = [sampleProduction, sampleUat], pushedJobs = [] } = visit
  return renderAt(createEnvironmentAddress, {
    pushed: { stacks: [sampleStack({ environments: [...environments] })], jobs: [...pushedJobs] },
    answers: { stacks: { ...stackAnswers, ...visit.stacks }, jobs: { ...jobAnswers, ...visit.jobs } },
  })
}

const stackAnswers: NonNullable<Answers['stacks']> = {
  listBranches: [sampleBranch(), sampleBranch({ id: 'refs/heads/old', shortName: 'env/old' })],
  listSandboxes: [sampleSandbox({ name: 'spare' })],
  listSandboxPublicGroups: [{ name: 'All Developers', developerName: 'AllDevelopers' }],
  listSandboxTemplates: [{ developerName: 'Orders' }],
}

const jobAnswers: NonNullable<Answers['jobs']> = {
  provision: [
    {
      wasProvisioned: true,
      jobDetails: sampleCreation,
      validationErrors: [],
      missingAuthorizationDetails: [],
    },
  ],
  subscribeToProgress: forever,
}

const main = page.getByRole('main')
export const field = (name: string) => main.getByRole('textbox', { name })
export const button = (name: string) => main.getByRole('button', { name, exact: true })
export const choice = (name: string) => main.getByRole('combobox', { name })
export const checkbox = (name: string) => main.getByRole('checkbox', { name })
export const openStep = () => document.querySelector('[aria-current=step] h2')?.textContent

export const wizardSteps = [
  'Basic information',
  'Git branch',
  'Salesforce sandbox',
  'Salesforce API settings',
  'Tags',
  'Finalize',
] as const
type Step = (typeof wizardSteps)[number]

export async function next() {
  await expect.element(button('Next')).toBeEnabled()
  await button('Next').click()
}

export async function choose(label: string, option: string) {
  await choice(label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** On to the step, with what is proposed and the least that must be chosen. */
export async function goTo(step: Step, name = 'QA') {
  await expect.poll(openStep).toBeDefined()
  if (openStep() === 'Basic information') await field('Environment name').fill(name)
  while (openStep() !== step) {
    const before = openStep()
    if (before === 'Salesforce sandbox' && choice('Access group').elements().length > 0)
      await choose('Access group', 'All Developers')
    await next()
    await expect.poll(openStep).not.toBe(before)
  }
}

/** Enters a text that the open step refuses with this message, at once and when the next step is asked for. */
export async function expectRefused(label: string, text: string, message: string) {
  const step = openStep()
  await field(label).fill('x')
  await field(label).fill(text)
  await expect.element(main.getByText(message)).toBeVisible()
  await next()
  await expect.element(main.getByText(message)).toBeVisible()
  expect(openStep()).toBe(step)
}

/** What the wizard has submitted. */
export const submitted = (server: Awaited<ReturnType<typeof visitCreateEnvironment>>['server']) =>
  server.requests('jobs', 'provision')[0]?.body
