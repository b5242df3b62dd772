import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { samplePrediction, settledPrediction } from '../../../testing/merge-preview-samples.ts'
import {
  button,
  deployed,
  dialog,
  merged,
  openMergePreview,
  qa,
  uat,
} from '../../../testing/open-merge-preview.ts'

const conflicts = dialog.getByRole('list', { name: 'Predicted conflicts' }).getByRole('listitem')
const linesOf = (list: typeof deployed) => () =>
  list
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent)

async function choose(name: string, option: string) {
  await dialog.getByRole('combobox', { name, exact: true }).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('merged and deployed components are listed by type, with deletions apart and with the files that need a decision', async () => {
  await openMergePreview()
  await expect
    .poll(linesOf(merged))
    .toEqual([
      'Deleted from the branch1',
      expect.stringMatching(/^CustomField Account\.Rating__cDeleted/),
      'ApexClass2',
      'ErpSyncModifiedIts file conflicts: needs a decision',
      expect.stringMatching(/^PricingAddedMara Lindqvist, /),
    ])
  await expect
    .poll(linesOf(deployed))
    .toEqual([
      'Deleted from the org1',
      expect.stringMatching(/^CustomField Account\.Rating__cDeleted/),
      'ApexClass2',
      'ErpSyncModifiedIts file conflicts: needs a decision',
      expect.stringMatching(/^PricingAddedMara Lindqvist, /),
    ])
  for (const text of [
    'Merges 2 components: 1 added, 1 modified. 1 component will be deleted from the branch main.',
    'Deploys 2 components: 1 added, 1 modified. 1 component will be deleted from the org.',
    '1 file conflicts. The job asks for a decision and waits for it.',
  ])
    await expect.element(dialog.getByText(text)).toBeVisible()
  await expect
    .element(
      dialog.getByText('All tests of the org but those of packages run, because Apex goes to production.'),
    )
    .toBeVisible()
  await expect
    .poll(() => conflicts.elements().map((line) => line.textContent))
    .toEqual(['ApexClass ErpSync between the two branches (the same lines changed on both sides)'])
  await expectAccessible()
})

test('the preview says what it is based on, and "Check now" looks at either side again', async () => {
  const { server } = await openMergePreview()
  const basis = dialog.getByRole('list', { name: 'What the preview is based on' })
  const [source, target] = [basis.getByRole('listitem').first(), basis.getByRole('listitem').last()]
  await expect.element(source).toHaveTextContent(/^FromQAThe branch with 2 changes of the org, as looked at /)
  await expect
    .element(target)
    .toHaveTextContent(
      'IntoProductionPRODThe branch as it was last looked at. Nobody has looked at the org yet: the preview takes it for unchanged.',
    )
  await source.getByRole('button', { name: 'Check now' }).click()
  await expect
    .poll(() => server.requests('differences', 'check').map(({ params }) => params.environmentId))
    .toEqual([qa.id])
})

test('conflicts that a strategy settles are named, and so is whose change in the org is overwritten by them', async () => {
  await openMergePreview({ preview: settledPrediction() })
  await expect.element(dialog.getByText('1 file conflicts. The chosen strategies settle it.')).toBeVisible()
  await expect
    .element(dialog.getByText('Overwrites 1 change in the org by Jonas Becker, where both collide.'))
    .toBeVisible()
  await expect
    .poll(linesOf(deployed))
    .toEqual(
      expect.arrayContaining([
        'ErpSyncModifiedModified in the org by Jonas Becker, overwritten where both collide',
        'PricingAddedModified in the org by Jonas Becker, kept by the merge',
        expect.stringMatching(/^Account-ShortModifiedAn earlier flow out left it out/),
      ]),
    )
})

test('without a flow in of the target, changed components of its org are overwritten as a whole', async () => {
  const settled = settledPrediction()
  await openMergePreview({ preview: { ...settled, target: { ...settled.target, flowIn: 'leftOut' } } })
  await expect.element(dialog.getByText('Overwrites 1 change in the org by Jonas Becker.')).toBeVisible()
  await expect
    .poll(linesOf(deployed))
    .toEqual(expect.arrayContaining(['ErpSyncModifiedModified in the org by Jonas Becker, overwritten']))
})

test('the button names the deed and the production org once the preview is known', async () => {
  await openMergePreview()
  await expect.element(button('Merge and deploy 3 components to Northbeam Lighting production')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Check only/ }).click()
  await expect
    .element(button('Validate the merge of 3 components into Northbeam Lighting production'))
    .toBeVisible()
})

test.for([
  [/^Check only/, 'Validate the merge of 3 components into UAT', { checkOnly: true, noTargetOut: false }],
  [/^Merge only/, 'Merge 3 components into UAT', { checkOnly: false, noTargetOut: true }],
  [/^Merge and deploy What/, 'Merge and deploy 3 components to UAT', { targetOutAllOrNothing: false }],
  [
    /^Merge and deploy all or nothing/,
    'Merge and deploy 3 components to UAT',
    { checkOnly: false, noTargetOut: false, targetOutAllOrNothing: true },
  ],
] as const)('the preset %s submits its settings', async ([name, deed, settings]) => {
  const { server } = await openMergePreview({ into: uat })
  await dialog.getByRole('radio', { name }).click()
  await button(deed).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobCommandName: 'FlowMerge', jobTemplate: settings })
})

test('the button names the numbers of merged and of deployed components when they differ', async () => {
  await openMergePreview({ into: uat, preview: settledPrediction() })
  await expect.element(button('Merge 3 components into UAT and deploy 4')).toBeVisible()
})

test('the preview is requested with the chosen settings', async () => {
  const { server } = await openMergePreview({ into: uat })
  await expect.element(button('Merge and deploy 3 components to UAT')).toBeVisible()
  await choose('Merge conflicts', 'Prefer remote')
  await dialog.getByRole('checkbox', { name: 'No flow in' }).click()
  await expect
    .poll(() => server.requests('differences', 'previewMerge').at(-1))
    .toMatchObject({
      params: { environmentId: uat.id },
      query: {
        sourceEnvironmentId: qa.id,
        mergeConflictsStrategy: 'PreferRemote',
        noSourceIn: 'true',
        noTargetIn: 'false',
        noTargetOut: 'false',
      },
    })
})

test('components that are left out of the deployment are submitted as excluded and still merged', async () => {
  const { server } = await openMergePreview({ into: uat })
  await dialog.getByRole('checkbox', { name: 'Deploy ApexClass Pricing' }).click()
  await expect
    .element(
      dialog.getByText(/^What is left out is merged into the branch, and stays out of later flows out/),
    )
    .toBeVisible()
  await button('Merge 3 components into UAT and deploy 2').click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: {
        previews: [{ environmentId: uat.id, predictionId: samplePrediction().predictionId }],
        targetOutExcludedComponents: [
          { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Pricing' },
        ],
      },
    })
})

test('no component can be left out of the merge into the branch', async () => {
  await openMergePreview()
  await expect.element(merged).toBeVisible()
  expect(merged.getByRole('checkbox').elements()).toEqual([])
})

test('the preview of a check-only merge says that the job ends at a conflict', async () => {
  await openMergePreview()
  await dialog.getByRole('radio', { name: /^Check only/ }).click()
  await expect
    .element(dialog.getByText('1 file conflicts. A check asks nobody and ends there.'))
    .toBeVisible()
})

test('the button keeps "Submit" when the job would end before it merges', async () => {
  const preview = samplePrediction({ endsBecause: 'abort', merged: [], deployed: null, undecidedCount: 0 })
  await openMergePreview({ into: uat, preview })
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      '1 file conflicts. The job ends there and merges nothing, because a strategy is Abort.',
    )
  await expect.element(dialog.getByText('Nothing will be merged.')).toBeVisible()
  await expect.element(button('Submit')).toBeVisible()
})

test('the button keeps "Submit" and the reason is shown when the merge cannot be predicted', async () => {
  await openMergePreview({ into: uat, preview: { state: 'unknown', reason: 'UAT: No flow has ended yet.' } })
  await expect.element(dialog.getByText('It is not known yet what will happen.')).toBeVisible()
  await expect.element(dialog.getByText('UAT: No flow has ended yet.')).toBeVisible()
  await expect.element(button('Submit')).toBeVisible()
})

test('with the diff mode Org the deployment is not predicted', async () => {
  await openMergePreview({ into: uat })
  await choose('Diff mode', 'Org')
  await expect.element(dialog.getByText(/What it will change is known only then\./)).toBeVisible()
  await expect.element(button('Merge 3 components into UAT and deploy')).toBeVisible()
})

test('references that the merge breaks are listed as warnings', async () => {
  const warnings = [{ path: 'src/a.layout', message: 'names a field that is gone' }]
  await openMergePreview({ preview: samplePrediction({ warnings, warningCount: 1 }) })
  await expect
    .element(dialog.getByRole('list', { name: 'Warnings of the merge' }))
    .toHaveTextContent('src/a.layout: names a field that is gone')
})

test('each of several targets has a sentence of its own', async () => {
  const empty = samplePrediction({
    merged: [],
    deployed: [],
    conflicts: [],
    conflictCount: 0,
    undecidedCount: 0,
  })
  await openMergePreview({ preview: (target) => (target === uat.id ? empty : samplePrediction()) })
  await dialog.getByRole('combobox', { name: 'Target environments' }).click()
  await page.getByRole('option', { name: 'UAT' }).click()
  await userEvent.keyboard('{Escape}')
  const lines = dialog.getByRole('region', { name: 'What will happen' }).getByRole('listitem')
  await expect
    .poll(() => lines.elements().map((line) => line.textContent))
    .toEqual([
      'ProductionPRODMerges 2 components: 1 added, 1 modified. 1 component will be deleted from the branch main. Deploys 2 components: 1 added, 1 modified. 1 component will be deleted from the org. 1 file conflicts. The job asks for a decision and waits for it.',
      'UATThe branch of UAT has everything that QA has. Deploys nothing, because the org has it all.',
    ])
  await expect.element(button('Merge and deploy 3 components to 2 environments')).toBeVisible()
})
