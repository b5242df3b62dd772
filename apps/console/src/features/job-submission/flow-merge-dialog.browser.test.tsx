import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { flowMergeInput, flowMergeTemplate } from '@sluice/contract/job-commands/flow-merge'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { openFlowDialog } from '../../testing/open-flow-dialog.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const provision = [
  {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  },
]
const answers = { jobs: { provision, subscribeToProgress: forever } }
const dialog = page.getByRole('dialog', { name: 'Flow merge between environments' })
const checkbox = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
const group = (name: string) => dialog.getByRole('group', { name })
const source = dialog.getByRole('combobox', { name: 'Source environment' })
const submit = () => dialog.getByRole('button', { name: 'Submit' }).click()
const text = (words: string) => dialog.getByText(words, { exact: true })

async function chooseSource(name: string) {
  await source.click()
  await page.getByRole('option', { name }).click()
  await userEvent.keyboard('{Escape}')
}

/** The dialog with the target QA, and with Production as its source. */
async function openMerge(given: Parameters<typeof openFlowDialog>[2] = answers) {
  const opened = await openFlowDialog('Flow merge', ['QA'], given)
  await chooseSource('Production')
  return opened
}

async function choose(name: string, option: string) {
  await dialog.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

test('[J-278][J-279] it needs a source environment, and exactly one', async () => {
  await openFlowDialog('Flow merge', ['QA'])
  await submit()
  await expect.element(text('A source environment must be selected')).toBeVisible()
  await chooseSource('Production')
  await chooseSource('QA')
  await submit()
  await expect.element(text('Exactly one source environment must be selected')).toBeVisible()
})

test('[J-280] source and target must differ', async () => {
  await openFlowDialog('Flow merge', ['QA'])
  await chooseSource('QA')
  await submit()
  await expect.element(text('The same environment cannot be both source and target')).toBeVisible()
})

test('[J-281] a check-only merge has one target, or leaves the source flow in out', async () => {
  const { server } = await openMerge()
  const message =
    'In a check-only flow merge, target must either be limited to a single environment, or the source flow in must be skipped'
  await checkbox('Check-only').click()
  await choose('Include', 'All')
  await submit()
  await expect.element(text(message)).toBeVisible()
  await checkbox('No flow in').click()
  await submit()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
})

test('[J-282] the fields of the parts follow the rules of flow in and flow out', async () => {
  await openMerge()
  await choose('Test level', 'Specified tests')
  await dialog.getByRole('spinbutton').fill('0')
  await submit()
  await expect
    .element(text("At least one test class must be specified when using test level 'RunSpecifiedTests'"))
    .toBeVisible()
  await expect.element(text('Maximum number of attempts must be at least 1')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Test classes' }).fill('A-B')
  await expect
    .element(
      text(
        'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon',
      ),
    )
    .toBeVisible()
  await group('Source flow in').getByRole('combobox', { name: 'Retrieve mode' }).click()
  const modes = page.getByRole('option')
  await expect.poll(() => modes.elements().map((one) => one.textContent)).toEqual(['Auto', 'Partial', 'Full'])
})

test('[J-022][J-023] it is as wide as 5xl, and has the environments, two switches and three groups of settings', async () => {
  await page.viewport(1440, 900)
  await openMerge()
  expect(Math.round(dialog.element().getBoundingClientRect().width)).toBe(1024)
  await expect.element(source).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'Target environments' })).toBeVisible()
  await expect.element(checkbox('Check-only')).toBeVisible()
  await expect.element(checkbox('Allow unsupported API versions')).toBeVisible()
  const groups = dialog.getByRole('group').elements()
  expect(groups.flatMap((one) => one.querySelector(':scope > legend')?.textContent ?? [])).toEqual([
    'Source flow in',
    'Target flow in',
    'Target flow out',
  ])
})

test.for([
  ['[J-024]', 'No flow in', 'Source flow in'],
  ['[J-025]', 'No target in', 'Target flow in'],
] as const)('%s "%s" disables the options of the %s', async ([, skip, name]) => {
  await openMerge()
  const fields = () =>
    group(name)
      .elements()
      .flatMap((part) => [...part.querySelectorAll('button[role], [role=combobox], [role=checkbox]')])
      .filter((field) => field !== checkbox(skip).element())
  const areDisabled = () =>
    fields().map((field) => field.matches(':disabled, [aria-disabled=true], [data-disabled]'))
  await expect.poll(() => fields().length).toBe(4)
  expect(areDisabled()).toEqual([false, false, false, false])
  await checkbox(skip).click()
  await expect.poll(areDisabled).toEqual([true, true, true, true])
})

test('[J-026] "No target out" hides the settings of the deployment, and what was wrong in them is in no way', async () => {
  const { server } = await openMerge()
  await dialog.getByRole('spinbutton').fill('0')
  await checkbox('No target out').click()
  await expect.poll(() => group('Target flow out').getByRole('combobox').elements().length).toBe(0)
  expect(dialog.getByRole('spinbutton').elements()).toEqual([])
  await submit()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { noTargetOut: true, targetOutMaxNumberAttempts: 5 },
    })
})

test('[J-228] the submitted template contains every setting, with the default of each that was not changed', async () => {
  const { server } = await openMerge()
  await choose('Diff mode', 'History')
  await submit()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  const body = server.requests('jobs', 'provision')[0]?.body
  const targetEnvironmentFilter = { include: { ids: [id(31)] } }
  const defaults = flowMergeTemplate.parse({ sourceEnvironmentId: id(30), targetEnvironmentFilter })
  expect(body).toEqual({
    jobCommandName: 'FlowMerge',
    jobTemplate: { ...defaults, targetOutDiffMode: 'History' },
  } satisfies JobSubmission)
  expect(defaults).toMatchObject({
    sourceInConflictsStrategy: 'AskForEach',
    targetInRetrieveMode: 'Auto',
    targetOutPurgeOnDeleteStrategy: 'Never',
    collectDeploymentDeltaArchives: true,
  })
})

test('[J-321] a failed submission says so above the fields', async () => {
  await openMerge({ jobs: { provision: refusal('stackNotInitialized') } })
  await submit()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem submitting the merge flow job')
})

test('[J-045][J-229] a job names source and target, and runs again with its settings', async () => {
  const qa = sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false })
  const commandInput = flowMergeInput.parse({
    sourceEnvironmentId: id(31),
    targetEnvironmentId: id(30),
    noSourceIn: true,
    noTargetOut: true,
    mergeConflictsStrategy: 'PreferRemote',
  })
  const affectedEnvironments = [
    { environmentId: id(30), role: 'Target' as const },
    { environmentId: id(31), role: 'Source' as const },
  ]
  const outcome = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-02T03:05:00.000Z' } as const
  const job = sampleJob({ commandName: 'FlowMerge', commandInput, affectedEnvironments, ...outcome })
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [job], stacks: [sampleStack({ environments: [sampleEnvironment(), qa] })] },
    answers: { jobs: { subscribeToProgress: forever } },
  })
  await expect.element(page.getByRole('heading', { name: 'Flow merge QA into Production' })).toBeVisible()
  await page.getByRole('button', { name: 'Rerun' }).click()
  await expect.element(checkbox('No flow in')).toBeChecked()
  await expect.element(checkbox('No target out')).toBeChecked()
  await expect
    .element(dialog.getByRole('combobox', { name: 'Merge conflicts' }).first())
    .toHaveTextContent('Prefer remote')
  await expect.element(dialog.getByText('QA', { exact: true }).first()).toBeVisible()
  await expect.element(dialog.getByText('Production', { exact: true }).first()).toBeVisible()
})
