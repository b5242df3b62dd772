import {
  sandboxLicenseLabels,
  sandboxLicenseType,
  sandboxStatus,
  sandboxStatusGroupOf,
} from '@sluice/contract/sandbox'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { sampleEnvironment, sampleSalesforceInfo } from '../../testing/samples.ts'
import {
  sampleSandbox,
  sampleSandboxEnvironment,
  visitEnvironments,
} from '../../testing/visit-environments.ts'

const table = page.getByRole('table')
const link = (name: string) => table.getByRole('link', { name, exact: true })
const text = (value: string) => table.getByText(value, { exact: true })
const withVersions = (changes: Partial<typeof sampleSalesforceInfo.apiVersionInfo>) => ({
  answers: {
    environments: {
      getSalesforceInfo: {
        ...sampleSalesforceInfo,
        apiVersionInfo: { ...sampleSalesforceInfo.apiVersionInfo, ...changes },
      },
    },
  },
})
const versions = {
  apiVersionMode: 'Latest' as const,
  baselineApiVersion: { label: "Spring '26", versionString: '66.0' },
  platformApiVersion: { label: "Spring '27", versionString: '69.0' },
  latestRulesApiVersion: { label: "Winter '27", versionString: '68.0' },
  effectiveApiVersion: { label: "Summer '26", versionString: '67.0' },
}
const visitSandbox = (sandbox: Partial<ReturnType<typeof sampleSandbox>> = {}) =>
  visitEnvironments([sampleSandboxEnvironment()], {
    answers: { stacks: { listSandboxes: [sampleSandbox(sandbox)] } },
  })

test('[S-101] the org has its display name, which leads to the sign-in address', async () => {
  await visitEnvironments([
    sampleEnvironment({ sfdcSignInUrl: 'https://northbeam.my.salesforce.com' }),
    sampleSandboxEnvironment({ sfdcInferredSignInUrl: 'https://test.salesforce.com' }),
  ])
  await expect
    .element(link('Production').nth(1))
    .toHaveAttribute('href', 'https://northbeam.my.salesforce.com')
  await expect.element(link('qa')).toHaveAttribute('href', 'https://test.salesforce.com')
})

test.for([null, ''])('[S-140] without a sandbox name (%j) the org is production', async (sfdcSandboxName) => {
  await visitEnvironments([sampleEnvironment({ name: 'Live', slug: 'live', sfdcSandboxName })])
  await expect.element(text('Production').last()).toBeVisible()
  expect(table.getByText(/sandbox/i).elements()).toEqual([])
})

test('[S-102] the org of production shows its name and its organization type', async () => {
  await visitEnvironments([sampleEnvironment()])
  await expect.element(table.getByText(/^Northbeam Lighting · Enterprise Edition/)).toBeVisible()
})

test.for(sandboxLicenseType.options)(
  '[S-103][S-147] a sandbox shows its licence type and the word sandbox: %s',
  async (licenseType) => {
    await visitSandbox({ licenseType })
    await expect.element(table.getByText(`${sandboxLicenseLabels[licenseType]} sandbox`)).toBeVisible()
  },
)

test('[S-104] the status of a sandbox shows unless it is Completed', async () => {
  await visitSandbox()
  await expect.element(table.getByText('Developer Pro sandbox')).toBeVisible()
  expect(table.getByText('Completed').elements()).toEqual([])
})

const glyphs = {
  pending: 'Pending...',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  finished: 'Finished',
  unknown: 'Unknown',
}

test.for(sandboxStatus.options.filter((status) => status !== 'Completed'))(
  '[S-104][S-177][S-178] the status %s shows in words with the glyph of its group',
  async (status) => {
    const statusGroup = sandboxStatusGroupOf(status)
    await visitSandbox({ status, statusGroup, isCompleted: false })
    const words = status.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    await expect.element(text(words)).toBeVisible()
    await expect.element(table.getByRole('img', { name: glyphs[statusGroup] })).toBeVisible()
  },
)

test('[S-105] the instance leads to its page at Salesforce', async () => {
  await visitEnvironments([sampleEnvironment()])
  await expect
    .element(table.getByRole('link', { name: 'EU42' }))
    .toHaveAttribute('href', 'https://status.salesforce.com/instances/EU42')
})

test('[S-106] the API version in use has its label and its number', async () => {
  await visitEnvironments([sampleEnvironment()], withVersions(versions))
  await expect.element(table.getByText("Summer '26 · 67.0")).toBeVisible()
})

const up = {
  flag: 'effectiveIsAheadBaseline',
  name: 'Newer than the baseline',
  sentence: 'We are using a newer API version for this org than the current baseline.',
} as const
const down = {
  flag: 'effectiveIsBehindPlatform',
  name: 'Older than the org supports',
  sentence: 'We are using an older API version for this org than the newest one it supports.',
} as const

test.for([
  ['[S-107]', up, down],
  ['[S-108]', down, up],
] as const)('%s an arrow explains itself, and the other one is absent: %o', async ([, shown, absent]) => {
  await visitEnvironments([sampleEnvironment()], withVersions({ [shown.flag]: true }))
  await table.getByRole('button', { name: shown.name }).hover()
  await expect.element(page.getByText(shown.sentence)).toBeVisible()
  expect(table.getByRole('button', { name: absent.name }).elements()).toEqual([])
})

test.for(['API version', up.name, down.name])(
  '[S-109] the tooltip of "%s" has the mode and the versions',
  async (name) => {
    const flags = { effectiveIsAheadBaseline: true, effectiveIsBehindPlatform: true }
    await visitEnvironments([sampleEnvironment()], withVersions({ ...versions, ...flags }))
    await table.getByRole('button', { name }).hover()
    await expect.element(page.getByText('Supported by product')).toBeVisible()
    const rows = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'ModeLatest',
      'Baseline66.0',
      'Supported by org69.0',
      'Supported by product68.0',
      'In use67.0',
    ])
  },
)

test('[S-110] the card of the org says what it waits for', async () => {
  await visitEnvironments([sampleSandboxEnvironment()], {
    answers: { stacks: { listSandboxes: forever }, environments: { getSalesforceInfo: forever } },
  })
  await expect.element(table.getByText('Fetching sandbox info')).toBeVisible()
  await expect.element(table.getByText('Fetching instance info')).toBeVisible()
})

test('the page of an environment waits for the org without calling it unavailable', async () => {
  await visitEnvironments([sampleEnvironment()], {
    below: '/production/flow',
    answers: { environments: { getSalesforceInfo: forever } },
  })
  await expect.element(page.getByText('Fetching instance info')).toBeVisible()
  expect(page.getByText('Instance info not available').elements()).toEqual([])
})

test('[S-111][S-258][S-259] what cannot be fetched is not available, and a warning above the list says why', async () => {
  await visitEnvironments([sampleSandboxEnvironment()], {
    answers: {
      stacks: { listSandboxes: refusal('sfdcCredentialsInvalid') },
      environments: { getSalesforceInfo: refusal('sfdcInternalError') },
    },
  })
  await expect.element(table.getByText('Sandbox info not available')).toBeVisible()
  await expect.element(table.getByText('Instance info not available')).toBeVisible()
  for (const title of ['sandbox info', 'org info'])
    await expect.element(page.getByText(`There was a problem fetching ${title}`)).toBeVisible()
})

test('what is fetched shows no warning', async () => {
  await visitSandbox()
  await expect.element(table.getByText('Developer Pro sandbox')).toBeVisible()
  expect(page.getByText('There was a problem').elements()).toEqual([])
})

test('[S-146] the tab of the org shows what is known of the sandbox', async () => {
  await visitEnvironments([sampleSandboxEnvironment()], {
    below: '/qa/salesforce',
    answers: { stacks: { listSandboxes: [sampleSandbox({ isDeletable: false })] } },
  })
  const card = page.getByRole('heading', { name: 'Sandbox', exact: true })
  await expect.element(page.getByText('Sandbox ID')).toBeVisible()
  const rows = [...(card.element().closest('section')?.querySelectorAll('dl > div') ?? [])]
  const valueOf = (label: string) =>
    rows.find((row) => row.querySelector('dt')?.textContent === label)?.querySelector('dd')
  const { id, orgId, name, description, startedUtc, completedUtc, activatedUtc } = sampleSandbox()
  const texts = { 'Sandbox ID': id, 'Org ID': orgId, Name: name, Description: description }
  for (const [label, value] of Object.entries(texts)) expect(valueOf(label)?.textContent).toBe(value)
  const times = { Started: startedUtc, Completed: completedUtc, Activated: activatedUtc }
  for (const [label, moment] of Object.entries(times))
    expect(valueOf(label)?.querySelector('time')?.dateTime).toBe(moment)
  expect(valueOf('License type')?.textContent).toBe('Developer Pro')
  expect(valueOf('Status')?.textContent).toBe('Completed')
  expect(valueOf('Can be refreshed')?.textContent).toBe('Yes')
  expect(valueOf('Can be deleted')?.textContent).toBe('No')
})
