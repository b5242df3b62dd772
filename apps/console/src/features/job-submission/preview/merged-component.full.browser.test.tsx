import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { sampleMergedFiles } from '../../../testing/merge-preview-samples.ts'
import {
  button,
  deployed,
  dialog,
  merged,
  openMergePreview,
  qa,
  uat,
} from '../../../testing/open-merge-preview.ts'

const details = dialog.getByRole('article')
const show = (list: typeof deployed, name: string) =>
  list.getByRole('button', { name: `Show how ${name} differs` })
const titles = () =>
  details
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.textContent)

test('a component opens with its lines beside the lists, once when the deployment makes the same change', async () => {
  const { server } = await openMergePreview({ into: uat })
  await show(deployed, 'ApexClass Pricing').click()
  await expect.element(details).toHaveAccessibleName('ApexClass Pricing')
  await expect.poll(titles).toEqual(['Pricing', 'Merged into env/uat and deployed to the org'])
  await expect.element(details).toHaveTextContent('rate = 2')
  expect(server.requests('differences', 'getMergedComponent')[0]).toMatchObject({
    params: { environmentId: uat.id },
    query: {
      sourceEnvironmentId: qa.id,
      noSourceIn: 'false',
      componentType: 'ApexClass',
      componentName: 'Pricing',
    },
  })
  await expectAccessible()
  await button('Back to the lists').click()
  await expect.element(details).not.toBeInTheDocument()
})

test('the changes of a component in the branch and in the org are shown separately when they differ', async () => {
  const { merged: inBranch } = sampleMergedFiles()
  const inOrg = inBranch.map((file) => ({ ...file, hunks: [], sentences: ['rate: 1 → 3'], sentenceCount: 1 }))
  await openMergePreview({ into: uat, files: { ...sampleMergedFiles(), deployed: inOrg } })
  await show(merged, 'ApexClass ErpSync').click()
  await expect.poll(titles).toEqual(['ErpSync', 'Merged into env/uat', 'Deployed to the org'])
  await expect.element(details).toHaveTextContent('rate: 1 → 3')
  await expect
    .element(details)
    .toHaveTextContent('Until somebody decides, the preview shows the change of the source.')
})

test('a component whose merge cannot be predicted any more says why', async () => {
  const reason = 'UAT: its branch is being looked at, because a flow has ended.'
  await openMergePreview({ into: uat, files: { state: 'unknown', reason } })
  await show(merged, 'ApexClass Pricing').click()
  await expect.element(details).toHaveTextContent(reason)
})

test('on a narrow screen the details of a component of the second list begin in sight', async () => {
  await page.viewport(800, 560)
  await openMergePreview({ into: uat })
  await show(deployed, 'ApexClass Pricing').click()
  const back = button('Back to the lists')
  await expect.element(back).toBeInViewport({ ratio: 1 })
})
