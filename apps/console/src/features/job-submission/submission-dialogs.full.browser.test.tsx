import { mergeConflictsStrategy } from '@sluice/contract/job-commands/strategies'
import { flowInInput, flowInTemplate } from '@sluice/contract/job-commands/flow-in'
import { flowOutInput, flowOutTemplate } from '@sluice/contract/job-commands/flow-out'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { modesOf } from '../../testing/modes-of.ts'
import { openFlowDialog } from '../../testing/open-flow-dialog.ts'
import { renderAt, type Surroundings } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const qa = sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false })
const stacks = [sampleStack({ environments: [sampleEnvironment(), qa] })]
const provision = [
  {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  },
]
const submitting = { jobs: { provision, subscribeToProgress: forever } }
const dialogs = [
  ['Flow in environments', ['Flow', 'Flow in']],
  ['Flow out environments', ['Flow', 'Flow out']],
  ['Flow merge between environments', ['Flow', 'Flow merge']],
  ['Run Apex tests in environments', ['Test']],
  ['Delete environments', ['Delete']],
] as const
const dialog = (title: string) => page.getByRole('dialog', { name: title })

async function open(
  [button, item]: readonly [string] | readonly [string, string],
  answers: Surroundings['answers'] = {},
) {
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: { stacks },
    answers: { ...environmentAnswers, ...answers },
  })
  await page.getByRole('checkbox', { name: 'QA' }).click()
  await page.getByRole('button', { name: button, exact: true }).click()
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).click()
  return opened
}

test.for(dialogs)('[J-005][J-006] "%s" is a dialog with Cancel and Submit', async ([title, way]) => {
  await open(way)
  await expect.element(dialog(title)).toBeVisible()
  await expect.element(dialog(title).getByRole('button', { name: 'Submit' })).toBeVisible()
  await dialog(title).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog(title).elements().length).toBe(0)
})

test.for(dialogs)('[J-008] "%s" closes when it was submitted, and leads to the job', async ([title, way]) => {
  const { path } = await open(way, submitting)
  if (title.startsWith('Flow merge')) {
    await dialog(title).getByRole('combobox', { name: 'Source environment' }).click()
    await page.getByRole('option', { name: 'Production' }).click()
    await userEvent.keyboard('{Escape}')
  }
  await dialog(title).getByRole('button', { name: 'Submit' }).click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(700)}`)
  await expect.poll(() => dialog(title).elements().length).toBe(0)
})

test('[J-011] a dialog that is opened again has forgotten what was entered and what went wrong', async () => {
  await openFlowDialog('Flow in', ['QA'], { jobs: { provision: refusal('stackNotInitialized') } })
  const flowIn = dialog('Flow in environments')
  const message = flowIn.getByRole('textbox', { name: 'Commit message' })
  await message.fill('Bring the rules')
  await flowIn.getByRole('button', { name: 'Submit' }).click()
  await expect.element(flowIn.getByRole('alert')).toBeVisible()
  await flowIn.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Flow', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Flow in' }).click()
  await expect.element(message).toHaveValue('')
  expect(flowIn.getByRole('alert').elements()).toEqual([])
  await expect.element(flowIn.getByText('QA', { exact: true })).toBeVisible()
})

test('[J-011] a dialog that runs a job again has its settings', async () => {
  const commandInput = flowInInput.parse({
    environmentId: id(30),
    gitCommitMessage: 'As before',
    checkOnly: true,
  })
  const outcome = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-02T03:05:00.000Z' } as const
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [sampleJob({ commandName: 'FlowIn', commandInput, ...outcome })], stacks },
    answers: { jobs: { subscribeToProgress: forever } },
  })
  await page.getByRole('button', { name: 'Rerun' }).click()
  const flowIn = dialog('Flow in environments')
  await expect.element(flowIn.getByRole('textbox', { name: 'Commit message' })).toHaveValue('As before')
  await expect.element(flowIn.getByRole('checkbox', { name: 'Check-only' })).toBeChecked()
})

test('[J-014] the picker knows the modes All, Environments, Tags and None', async () => {
  await openFlowDialog('Flow in', [])
  const modes = [...(await modesOf('Include')), ...(await modesOf('Then exclude'))]
  expect([...new Set(modes)].toSorted()).toEqual(['All', 'Environments', 'None', 'Tags'])
})

test('[J-017] the flow in dialog has every input of a flow in', async () => {
  await openFlowDialog('Flow in', [])
  const flowIn = dialog('Flow in environments')
  for (const name of ['Include', 'Environments', 'Then exclude', 'Merge conflicts', 'Retrieve mode'])
    await expect.element(flowIn.getByRole('combobox', { name, exact: true })).toBeVisible()
  await expect.element(flowIn.getByRole('textbox', { name: 'Commit message' })).toBeVisible()
  const checkboxes = ['Check-only', 'Force', 'Semantic merge', 'Collect retrieved metadata archives']
  for (const name of checkboxes)
    await expect.element(flowIn.getByRole('checkbox', { name, exact: true })).toBeVisible()
})

test('[J-018] the commit message may be left empty, and its hint says so', async () => {
  await openFlowDialog('Flow in', ['QA'])
  await expect.element(page.getByText('Leave empty to let Sluice generate one.')).toBeVisible()
})

const filter = {
  include: { all: false, ids: [id(31)], tags: {} },
  thenExclude: { all: false, ids: [], tags: {} },
}

test('[J-226][J-233][J-259][J-260][J-262][J-263][J-265][J-266] a flow in is submitted with every field, each with its default, and with both parts of its filter', async () => {
  const { server } = await openFlowDialog('Flow in', ['QA'], submitting)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toEqual({
      jobCommandName: 'FlowIn',
      jobTemplate: flowInTemplate.parse({
        environmentFilter: filter,
        gitCommitMessage: null,
        checkOnly: false,
        force: false,
        mergeConflictsStrategy: 'AskForEach',
        semanticMergeStrategy: 'ApplyAll',
        retrieveMode: 'Auto',
        collectRetrievedMetadataArchives: false,
      }),
    })
})

test('[J-227][J-241][J-268][J-269][J-270][J-271][J-272][J-276] a flow out is submitted with every field, and the automatic test level as null', async () => {
  const { server } = await openFlowDialog('Flow out', ['QA'], submitting)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toEqual({
      jobCommandName: 'FlowOut',
      jobTemplate: flowOutTemplate.parse({
        environmentFilter: filter,
        checkOnly: false,
        diffMode: 'Auto',
        allOrNothing: false,
        maxNumberAttempts: 5,
        resetExclusions: false,
        noConfirm: false,
        ignoreWarningsStrategy: 'Auto',
        purgeOnDeleteStrategy: 'Never',
        clobberStrategy: 'Auto',
        testLevel: null,
        testClassesToRun: [],
        collectDeploymentDeltaArchives: true,
      }),
    })
})

const offeredStrategies = {
  'Ask for each conflict': 'AskForEach',
  'Prefer local': 'PreferLocal',
  'Prefer remote': 'PreferRemote',
  'Take local file': 'TakeLocalFile',
  'Take remote file': 'TakeRemoteFile',
  'Abort the job': 'Abort',
}

test.for(Object.entries(offeredStrategies))(
  '[J-235] "%s" is one of the merge conflict strategies, of which those of the command line are not offered, and submits %s',
  async ([label, strategy]) => {
    const all = [...Object.values(offeredStrategies), 'Prompt', 'GitMergetool']
    expect(mergeConflictsStrategy.options).toEqual(all)
    const { server } = await openFlowDialog('Flow in', ['QA'], submitting)
    await page.getByRole('combobox', { name: 'Merge conflicts', exact: true }).click()
    const options = page.getByRole('option')
    await expect
      .poll(() => options.elements().map((option) => option.textContent))
      .toEqual(Object.keys(offeredStrategies))
    await page.getByRole('option', { name: label, exact: true }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect
      .poll(() => server.requests('jobs', 'provision')[0]?.body)
      .toMatchObject({ jobTemplate: { mergeConflictsStrategy: strategy } })
  },
)

test.for([
  ['[J-237]', 'Diff mode', ['Auto', 'History', 'Org']],
  ['[J-238]', 'Ignore warnings', ['Auto', 'Always', 'Never']],
  ['[J-239]', 'Purge on delete', ['Auto', 'Always', 'Never']],
  [
    '[J-241]',
    'Test level',
    ['Automatic', 'No tests', 'Specified tests', 'Local tests', 'All tests in the org'],
  ],
] as const)('%s "%s" offers its choices', async ([, name, choices]) => {
  await openFlowDialog('Flow out', ['QA'])
  await page.getByRole('combobox', { name, exact: true }).click()
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual(choices)
})

test.for([
  ['Auto', true],
  ['Prompt', true],
  ['ApplyAll', true],
  ['SkipAll', false],
] as const)(
  '[J-236] the semantic merge strategy %s of a job that runs again is shown',
  async ([strategy, isOn]) => {
    const commandInput = flowInInput.parse({ environmentId: id(30), semanticMergeStrategy: strategy })
    const outcome = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-02T03:05:00.000Z' } as const
    await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
      pushed: { jobs: [sampleJob({ commandName: 'FlowIn', commandInput, ...outcome })], stacks },
      answers: { jobs: { subscribeToProgress: forever } },
    })
    await page.getByRole('button', { name: 'Rerun' }).click()
    await dialog('Flow in environments').getByRole('button', { name: 'Advanced' }).click()
    const semantic = page.getByRole('checkbox', { name: 'Semantic merge' })
    await expect.element(semantic).toHaveAttribute('aria-checked', String(isOn))
  },
)

test('[J-286] code coverage is measured unless it is switched off', async () => {
  const { server } = await open(['Test'], submitting)
  const tests = dialog('Run Apex tests in environments')
  await expect.element(tests.getByRole('checkbox', { name: 'No code coverage' })).not.toBeChecked()
  await tests.getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: { noCodeCoverage: false } })
})

test('[J-295] missing authorizations of a job that was not made are named with operation and resource', async () => {
  const refused = {
    wasProvisioned: false,
    jobDetails: null,
    validationErrors: [],
    missingAuthorizationDetails: [{ operation: 'startFlow', resource: 'Environment QA' }],
  }
  await openFlowDialog('Flow in', ['QA'], { jobs: { provision: [refused] } })
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect.element(alert).toBeVisible()
  const more = alert.getByRole('button', { name: 'More details' })
  if (more.elements().length > 0) await more.click()
  await expect.element(alert).toHaveTextContent('startFlow')
  await expect.element(alert).toHaveTextContent('Environment QA')
})

test.for([
  ['[J-319]', 'Flow in', 'inbound'],
  ['[J-320]', 'Flow out', 'outbound'],
] as const)('%s a refused "%s" says so under its heading', async ([, flow, kind]) => {
  await openFlowDialog(flow, ['QA'], { jobs: { provision: refusal('stackNotInitialized') } })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent(`There was a problem submitting the ${kind} flow job`)
})

test('components that a job left out are left out when it runs again', async () => {
  const pricing = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Pricing' }
  const commandInput = flowOutInput.parse({ environmentId: id(30), excludedComponents: [pricing] })
  const outcome = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-02T03:05:00.000Z' } as const
  const { server } = await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [sampleJob({ commandName: 'FlowOut', commandInput, ...outcome })], stacks },
    answers: submitting,
  })
  await page.getByRole('button', { name: 'Rerun' }).click()
  await dialog('Flow out environments').getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: { excludedComponents: [pricing] } })
})
