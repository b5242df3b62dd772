import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFlowDialog } from '../../testing/open-flow-dialog.ts'
import { testLevelLabels } from './flow-out-labels.ts'

test.for(Object.entries(testLevelLabels))(
  '[J-021] test classes can be entered for the test level Specified tests and for no other: %s',
  async ([level, label]) => {
    await openFlowDialog('Flow out', ['Production'])
    await page.getByRole('combobox', { name: 'Test level' }).click()
    await page.getByRole('option', { name: label, exact: true }).click()
    const classes = page.getByRole('textbox', { name: 'Test classes' })
    await expect.poll(() => classes.element().matches(':enabled')).toBe(level === 'RunSpecifiedTests')
  },
)

test('[J-020] it has every input of a flow out', async () => {
  await openFlowDialog('Flow out', [])
  const dialog = page.getByRole('dialog', { name: 'Flow out environments' })
  for (const name of ['Include', 'Environments', 'Then exclude'])
    await expect.element(dialog.getByRole('combobox', { name, exact: true })).toBeVisible()
  for (const name of ['Check-only', 'All or nothing', 'Reset exclusions', 'No confirm'])
    await expect.element(dialog.getByRole('checkbox', { name, exact: true })).toBeVisible()
  const selects = ['Diff mode', 'Ignore warnings', 'Purge on delete', 'Clobbered org changes', 'Test level']
  for (const name of selects) await expect.element(dialog.getByRole('combobox', { name })).toBeVisible()
  await expect.element(dialog.getByRole('spinbutton', { name: 'Maximum number of attempts' })).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Test classes' })).toBeVisible()
  await expect
    .element(dialog.getByRole('checkbox', { name: 'Collect deployment delta archives' }))
    .toBeVisible()
})

test('[J-277] it asks unless No confirm is chosen, and says what Auto does with changes of the org then', async () => {
  const { server } = await openFlowDialog('Flow out', ['Production'], { jobs: { provision: [] } })
  const strategy = page.getByRole('combobox', { name: 'Clobbered org changes' })
  await expect.element(strategy).toHaveTextContent('Auto: show it and ask')
  await page.getByRole('checkbox', { name: 'No confirm' }).click()
  await expect.element(strategy).toHaveTextContent('Auto: stop when it is certain')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: { noConfirm: true } })
})

test('[J-240] the clobber strategies Auto, Accept and Abort say what they do', async () => {
  await openFlowDialog('Flow out', ['Production'])
  await page.getByRole('combobox', { name: 'Clobbered org changes' }).click()
  for (const name of ['Auto: show it and ask', 'Accept: overwrite it', 'Abort: deploy nothing'])
    await expect.element(page.getByRole('option', { name })).toBeVisible()
})
