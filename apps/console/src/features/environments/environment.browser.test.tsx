import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleSalesforceInfo,
  sampleStack,
} from '../../testing/samples.ts'

const list = '/workspaces/acme/stacks/core-crm/environments'
const stackWith = (changes: Partial<Environment>) =>
  sampleStack({ environments: [sampleEnvironment(changes)] })

const visit = (tab: string, changes: Partial<Environment> = {}, environments: Answers['environments'] = {}) =>
  renderAt(`${list}/production${tab}`, {
    pushed: { stacks: [stackWith(changes)] },
    answers: {
      ...environmentAnswers,
      environments: { ...environmentAnswers.environments, ...environments },
    },
  })
const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

test('an unknown environment is not found', async () => {
  const { path } = await renderAt(`${list}/unknown`, { answers: environmentAnswers })
  await expect.element(heading("That's a 404, sorry.")).toBeVisible()
  expect(path()).toBe('/404')
})

test('[W-040] every tab has its address', async () => {
  const { router } = await visit('')
  for (const tab of ['flow', 'settings', 'salesforce', 'snapshots', 'undeployed', 'advanced']) {
    await router.navigate({ to: `${list}/production/${tab}` })
    await expect.element(heading('Production')).toBeVisible()
    expect(router.state.location.pathname).toBe(`${list}/production/${tab}`)
  }
})

test('[S-119] the header says what the environment is', async () => {
  await visit('/flow', { isLocked: true })
  await expect.element(heading('Production')).toBeVisible()
  await expect.element(main.getByText('production', { exact: true })).toBeVisible()
  await expect.element(main.getByText(id(30))).toBeVisible()
  await expect.element(main.getByText('Locked')).toBeVisible()
  await expect.element(main.getByText(/^Created by Alice Moreau/)).toBeVisible()
  await expect.poll(() => document.title).toBe('Flow · Production · Core CRM · Acme Corp · Sluice')
})

test('[S-121] the side tabs lead to the tabs', async () => {
  const { path } = await visit('/flow')
  const tabs = page.getByRole('navigation', { name: 'Environment' }).getByRole('link')
  await expect
    .poll(() => tabs.elements().map((tab) => tab.textContent))
    .toEqual(['Flow', 'Settings', 'Salesforce org', 'Undeployed components', 'Advanced'])
  await tabs.nth(1).click()
  await expect.poll(path).toBe(`${list}/production/settings`)
})

test('[S-123] when the slug changes the page goes along', async () => {
  const { server, path } = await visit('/settings')
  await expect.element(heading('Production')).toBeVisible()
  server.push({ type: 'pushStacks', stacks: [stackWith({ slug: 'live' })] })
  await expect.poll(path).toBe(`${list}/live/settings`)
})

test('[S-124] when the environment disappears the list opens', async () => {
  const { server, path } = await visit('/settings')
  await expect.element(heading('Production')).toBeVisible()
  server.push({ type: 'pushStacks', stacks: [sampleStack()] })
  await expect.poll(path).toBe(list)
})

test.for(['Flow in', 'Flow out'])('"%s" opens its dialog with the environment chosen', async (flow) => {
  await visit('/flow')
  await button(flow).click()
  const dialog = page.getByRole('dialog', { name: `${flow} environments` })
  await expect.element(dialog.getByText('Production').first()).toBeVisible()
})

test('[S-120] the header starts flows and tests of the environment', async () => {
  await visit('/flow')
  for (const name of ['Flow in', 'Flow out', 'Merge into', 'Run tests'])
    await expect.element(button(name)).toBeVisible()
  await button('Run tests').click()
  const dialog = page.getByRole('dialog', { name: 'Run Apex tests in environments' })
  await expect.element(dialog.getByText('Production').first()).toBeVisible()
})

test('an environment that is not initialized starts no flow', async () => {
  await visit('/flow', { isInitialized: false })
  await expect.element(button('Flow in')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Start a flow out')).toBeDisabled()
})

test('[S-126] the settings have four sections, the last with the deletion', async () => {
  await visit('/settings')
  const sections = main.getByRole('heading', { level: 2 })
  await expect
    .poll(() => sections.elements().map((section) => section.textContent))
    .toEqual(['Basic information', 'Salesforce connection', 'API version', 'Danger zone'])
  const deletion = button('Delete environment').element()
  expect(sections.last().element().compareDocumentPosition(deletion)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('[S-134] the hierarchy view is a placeholder with the text "Coming soon"', async () => {
  await visit('/hierarchy')
  await expect.element(main.getByText('Coming soon', { exact: true })).toBeVisible()
})

test('[S-127] the settings show what the environment is', async () => {
  await visit('/settings', { tags: { stage: 'live' } })
  await expect.element(heading('Basic information')).toBeVisible()
  const labels = ['Name', 'Slug', 'Status', 'Created', 'Created by', 'ID', 'Tags']
  for (const label of labels)
    await expect.element(main.getByText(label, { exact: true }).first()).toBeVisible()
  await expect.element(main.getByText('stage: live')).toBeVisible()
})

test('what the environment does not say itself is inferred from the stack, and says so', async () => {
  await visit('/settings', {
    sfdcSignInUrl: null,
    sfdcUsernameClearText: null,
    sfdcInferredSignInUrl: 'https://login.salesforce.com',
    sfdcInferredUsernameClearText: 'admin@acme.example',
  })
  for (const value of ['https://login.salesforce.com', 'admin@acme.example', apiVersionModeLabels.Baseline])
    await expect.element(main.getByText(`${value} · Inferred from stack`)).toBeVisible()
})

test('[S-238] a new name is saved and shown, and one that is taken is refused', async () => {
  let isTaken = true
  const { server } = await visit(
    '/settings',
    {},
    {
      update: () => {
        if (isTaken)
          throw refusal('entityConflict', { detail: 'There is already another environment with this name' })
        return null
      },
    },
  )
  await button('Edit name').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Live')
  await button('Save').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This name value is already in use on another environment.')
  isTaken = false
  await button('Save').click()
  await expect.element(heading('Live')).toBeVisible()
  await expect.poll(() => server.requests('environments', 'update')[1]?.body).toEqual({ name: 'Live' })
})

async function unlock() {
  await button('Unlock').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock' }).click()
}

test('[S-128][S-175] a locked environment can be unlocked, and no other', async () => {
  const { server } = await visit('/settings', { isLocked: true }, { update: null })
  await unlock()
  await expect.element(button('Unlock')).not.toBeInTheDocument()
  await expect.poll(() => server.requests('environments', 'update')[0]?.body).toEqual({ isLocked: false })
})

test('[S-255] a failed unlock shows the panel in its dialog', async () => {
  await visit('/settings', { isLocked: true }, { update: refusal('userNotAuthorized') })
  await unlock()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem unlocking the environment')
})

test('[S-130] the org tab shows what is known of the org, and nothing to edit', async () => {
  await visit('/salesforce')
  for (const text of ['Northbeam Lighting', '00D000000000001', 'Enterprise Edition', 'EU42'])
    await expect.element(main.getByText(text, { exact: true }).first()).toBeVisible()
  expect(main.getByRole('textbox').elements()).toEqual([])
  await expect.poll(() => document.title).toBe('Salesforce org · Production · Core CRM · Acme Corp · Sluice')
})

const named = (label: string, versionString: string) => ({ label, versionString })

test('[S-142][S-143][S-144] the org tab has every part of the Salesforce info', async () => {
  await visit(
    '/salesforce',
    {},
    {
      getSalesforceInfo: {
        ...sampleSalesforceInfo,
        orgInfo: { ...sampleSalesforceInfo.orgInfo, namespacePrefix: 'north', platformVersion: '69.0' },
        insertedUtc: '2026-01-30T12:00:00.000Z',
        apiVersionInfo: {
          apiVersionMode: 'Latest',
          apiVersionModeIsInferred: true,
          platformApiVersion: named("Spring '27", '69.0'),
          baselineApiVersion: named("Spring '26", '66.0'),
          latestRulesApiVersion: named("Winter '27", '68.0'),
          effectiveApiVersion: named("Summer '26", '67.0'),
          effectiveIsAheadBaseline: true,
          effectiveIsBehindPlatform: true,
        },
      },
    },
  )
  await expect.element(heading('API version')).toBeVisible()
  const rows = [...document.querySelectorAll('main dl > div')].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('time')?.dateTime ?? row.querySelector('dd')?.textContent,
  ])
  expect(rows).toEqual([
    ['Name', 'Northbeam Lighting'],
    ['Org ID', '00D000000000001'],
    ['Edition', 'Enterprise Edition'],
    ['Instance', 'EU42'],
    ['Namespace', 'north'],
    ['Platform version', '69.0'],
    ['Supported API versions', '64.0 to 65.0'],
    ['First fetched', '2026-01-30T12:00:00.000Z'],
    ['Last fetched', '2026-01-31T12:00:00.000Z'],
    ['Mode', 'Latest · Inferred from stack'],
    ['In use', expect.stringMatching(/^Summer '26 · 67.0.*Newer than the baseline.*Older than the org/)],
    ['Baseline', "66.0 (Spring '26)"],
    ['Supported by the org', "69.0 (Spring '27)"],
    ['Supported by Sluice', "68.0 (Winter '27)"],
  ])
})

test('[S-260] a failed fetch of the org info is a warning', async () => {
  await visit('/salesforce', {}, { getSalesforceInfo: refusal('sfdcInternalError') })
  await expect.element(page.getByText('There was a problem fetching org info')).toBeVisible()
  await expect.element(heading('Production')).toBeVisible()
})

test('[S-133] the snapshots tab is a placeholder, with a list of what there is', async () => {
  await visit('/snapshots')
  await expect.element(main.getByText('Stuff coming')).toBeVisible()
  await expect.element(main.getByText('No snapshots exist of this environment')).toBeVisible()
})

test('[S-145] a snapshot has its number, title, creation, branch and commits', async () => {
  const environmentLatestKnownParityCommitHash = 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03'
  const environmentHeadCommitHash = 'b82e03c27d4b7a4f0e9a517f2f6d1c0b33a91f03'
  await renderAt(`${list}/production/snapshots`, {
    pushed: {
      environmentSnapshots: [
        {
          id: id(95),
          environmentId: id(30),
          createdUtc: '2026-01-31T12:00:00.000Z',
          createdByUserId: id(90),
          number: 4,
          title: 'Flow in',
          gitBranchName: 'main',
          environmentLatestKnownParityCommitHash,
          environmentHeadCommitHash,
        },
      ],
    },
    answers: environmentAnswers,
  })
  await expect.element(main.getByText('Flow in', { exact: true }).last()).toBeVisible()
  const cells = [...document.querySelectorAll('main tbody td')].map((cell) => cell.lastChild?.textContent)
  const hashes = [environmentHeadCommitHash, environmentLatestKnownParityCommitHash]
  expect(cells.filter((_, index) => index !== 2)).toEqual([
    '4',
    'Flow in',
    'Alice Moreau',
    'main',
    ...hashes.map((hash) => hash.slice(0, 10)),
  ])
  expect(document.querySelector('main tbody time')?.getAttribute('datetime')).toBe('2026-01-31T12:00:00.000Z')
})
