import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { recordAnalytics } from '../../testing/record-analytics.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleConfig, sampleJob, sampleStack } from '../../testing/samples.ts'

const jobs = '/workspaces/acme/stacks/core-crm/jobs'
const uninitialized = sampleStack({ isInitialized: false })
const initialization = sampleJob({
  commandName: 'InitializeStack',
  mainEnvironmentId: null,
  affectedEnvironments: [],
})
const failed = {
  ...initialization,
  status: 'Ended',
  outcome: 'Failed',
  endedUtc: initialization.createdUtc,
} as const
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })

const visit = (pushed: Parameters<typeof renderAt>[1] & object) =>
  renderAt(jobs, { ...pushed, answers: { ...environmentAnswers, ...pushed.answers } })

test('[W-056] an unknown slug is not found', async () => {
  const { path } = await renderAt('/workspaces/acme/stacks/unknown/jobs')
  await expect.element(page.getByRole('heading', { name: "That's a 404, sorry." })).toBeVisible()
  expect(path()).toBe('/404')
})

test('[S-035] when the slug changes the page goes along', async () => {
  const { server, path } = await visit({})
  await expect.element(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  server.push({ type: 'pushStacks', stacks: [sampleStack({ slug: 'renamed' })] })
  await expect.poll(path).toBe('/workspaces/acme/stacks/renamed/jobs')
  await expect.element(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
})

test('[S-036] when the stack disappears the list of stacks opens', async () => {
  const { server, path } = await visit({})
  await expect.element(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  server.push({ type: 'deleteEntities', entities: [{ entityTypeName: 'Stack', entityId: id(2) }] })
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('an initialized stack has no banner', async () => {
  await visit({})
  await expect.element(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  expect(page.getByText('This stack is not initialized yet').elements()).toEqual([])
})

test('[S-163] while the initialization runs the banner leads to its job', async () => {
  const { path } = await visit({
    pushed: { stacks: [uninitialized], jobs: [initialization] },
    answers: { jobs: { subscribeToProgress: forever } },
  })
  await expect.element(page.getByText('This stack is being initialized...')).toBeVisible()
  await page.getByRole('link', { name: 'Job details' }).click()
  await expect.poll(path).toBe(`${jobs}/${id(70)}`)
})

test.for(['Pending', 'Queued', 'Running', 'Cancelling'] as const)(
  '[S-167] an initialization that is %s is active',
  async (status) => {
    await visit({ pushed: { stacks: [uninitialized], jobs: [{ ...initialization, status }] } })
    await expect.element(page.getByText('This stack is being initialized...')).toBeVisible()
  },
)

test('[S-167] an initialization that has ended is not active', async () => {
  const cancelled = { ...failed, outcome: 'Cancelled' as const }
  await visit({ pushed: { stacks: [uninitialized], jobs: [cancelled] } })
  await expect.element(button('Initialize now')).toBeVisible()
})

test.for([
  ['settings', [], 'This stack is not initialized yet'],
  ['environments', [], 'This stack is not initialized yet'],
  ['jobs', [], 'This stack is not initialized yet'],
  ['settings', [initialization], 'This stack is being initialized...'],
  ['environments', [initialization], 'This stack is being initialized...'],
] as const)('[S-038] the banner stands above the %s page', async ([child, pushedJobs, text]) => {
  await renderAt(`/workspaces/acme/stacks/core-crm/${child}`, {
    pushed: { stacks: [uninitialized], jobs: [...pushedJobs] },
    answers: environmentAnswers,
  })
  const banner = page.getByText(text)
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(banner).toBeVisible()
  await expect.element(heading).toBeVisible()
  expect(banner.element().compareDocumentPosition(heading.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('[S-164] after a failure the banner offers the details and another attempt', async () => {
  const { path } = await visit({ pushed: { stacks: [uninitialized], jobs: [failed] } })
  await expect.element(button('Try again')).toBeVisible()
  await page.getByRole('link', { name: 'Error details' }).click()
  await expect.poll(path).toBe(`${jobs}/${id(70)}`)
})

test('[S-166] the newest initialization counts', async () => {
  const newer = { ...initialization, id: id(71), createdUtc: '2026-02-01T12:00:00.000Z' }
  await visit({ pushed: { stacks: [uninitialized], jobs: [newer, failed] } })
  await expect.element(page.getByText('This stack is being initialized...')).toBeVisible()
})

const openDialog = async (label: 'Initialize now' | 'Try again') => {
  await button(label).click()
  await expect.element(page.getByRole('dialog', { name: 'Initialize stack' })).toBeVisible()
}

test.for([
  ['Initialize now', []],
  ['Try again', [failed]],
] as const)(
  '[S-039][S-040][S-041][S-165] "%s" opens the dialog with its defaults',
  async ([label, pushedJobs]) => {
    await visit({ pushed: { stacks: [uninitialized], jobs: [...pushedJobs] } })
    await openDialog(label)
    await expect.element(field('Production environment name')).toHaveValue('Production')
    await expect.element(field('Git branch name')).toHaveValue('main')
    await field('Git branch name').fill('')
    await expect.element(button('Start')).toBeDisabled()
  },
)

test('[S-044][S-045][S-047] include specs can be customized and reset, and must not be empty', async () => {
  await visit({ pushed: { stacks: [uninitialized] } })
  await openDialog('Initialize now')
  await page.getByText('More options').click()
  await expect.element(page.getByRole('radio', { name: /Use default/ })).toBeChecked()
  await page.getByRole('radio', { name: /Customize/ }).click()
  const specs = field('Include specs')
  await expect.element(specs).toHaveValue(sampleConfig.defaultIncludeSpecs)
  await specs.fill('')
  await expect.element(button('Start')).toBeDisabled()
  await button('Reset').click()
  await expect.element(specs).toHaveValue(sampleConfig.defaultIncludeSpecs)
  await expect.element(button('Start')).toBeEnabled()
})

const limitText = 'Include specs cannot be longer than 65535 characters'

test('[S-042] the include specs have a standard text, are required, and have at most 65535 characters', async () => {
  await visit({ pushed: { stacks: [uninitialized] } })
  await openDialog('Initialize now')
  await page.getByText('More options').click()
  await page.getByRole('radio', { name: /Customize/ }).click()
  const specs = field('Include specs')
  await expect.element(specs).toHaveValue(sampleConfig.defaultIncludeSpecs)
  await specs.fill(' ')
  await expect.element(page.getByText('Include specs is required')).toBeVisible()
  await expect.element(button('Start')).toBeDisabled()
  await specs.fill('x'.repeat(65_536))
  await expect.element(page.getByText(limitText)).toBeVisible()
  await expect.element(button('Start')).toBeDisabled()
  await specs.fill('x'.repeat(65_535))
  await expect.element(button('Start')).toBeEnabled()
})

test('[S-043][S-154] all four settings are sent; archives are collected only when somebody says so', async () => {
  const { server } = await visit({
    pushed: { stacks: [uninitialized] },
    answers: { jobs: { provision: [] } },
  })
  await openDialog('Initialize now')
  await field('Production environment name').fill('Headquarters')
  await field('Git branch name').fill('trunk')
  await page.getByText('More options').click()
  const archives = page.getByRole('checkbox', { name: 'Collect retrieved metadata archives' })
  await expect.element(archives).not.toBeChecked()
  await archives.click()
  await page.getByRole('radio', { name: /Customize/ }).click()
  await field('Include specs').fill('unpackaged/~/Flow')
  await button('Start').click()
  await expect
    .poll(() => server.requests('jobs', 'provision').map(({ body }) => body))
    .toEqual([
      {
        jobCommandName: 'InitializeStack',
        jobTemplate: {
          productionEnvironmentName: 'Headquarters',
          gitBranchName: 'trunk',
          includeSpecs: 'unpackaged/~/Flow',
          collectRetrievedMetadataArchives: true,
        },
      },
    ])
})

test('[W-352] "Start" sends the settings, opens the job and fires "stack_initialization_started"', async () => {
  const fired = recordAnalytics()
  const provisioned = {
    wasProvisioned: true,
    jobDetails: { ...initialization, id: id(700) },
    validationErrors: [],
    missingAuthorizationDetails: [],
  }
  const { server, path } = await visit({
    pushed: { stacks: [uninitialized] },
    answers: { jobs: { provision: [provisioned], subscribeToProgress: forever } },
  })
  await openDialog('Initialize now')
  await button('Start').click()
  await expect.poll(path).toBe(`${jobs}/${id(700)}`)
  expect(fired).toEqual([{ name: 'stack_initialization_started' }])
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobCommandName: 'InitializeStack',
      jobTemplate: {
        productionEnvironmentName: 'Production',
        gitBranchName: 'main',
        includeSpecs: sampleConfig.defaultIncludeSpecs,
        collectRetrievedMetadataArchives: false,
      },
    })
})

test('the dialog says how the branch keeps metadata, and does not start where a stack cannot use it', async () => {
  const layout = {
    branch: 'main',
    layout: 'Source',
    summary: 'Found an SFDX project: 2 package directories',
  } as const
  const reason = 'Files in source format cannot be read or written yet.'
  const stacks = { ...environmentAnswers.stacks, getLayout: { ...layout, refusal: reason } }
  await visit({ pushed: { stacks: [uninitialized] }, answers: { stacks } })
  await openDialog('Initialize now')
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${layout.summary} in the branch main.`)
  await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(button('Start')).toBeDisabled()
})

test('[S-048] a failed start shows the panel', async () => {
  await visit({
    pushed: { stacks: [uninitialized] },
    answers: { jobs: { provision: refusal('internalServerError') } },
  })
  await openDialog('Initialize now')
  await button('Start').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem starting the stack initialization job')
})
