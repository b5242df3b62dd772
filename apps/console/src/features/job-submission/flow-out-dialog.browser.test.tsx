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

test('it offers nothing about a confirmation, because none is asked', async () => {
  await openFlowDialog('Flow out', ['Production'])
  await expect.element(page.getByRole('checkbox', { name: 'All or nothing' })).toBeVisible()
  await expect.element(page.getByText(/confirm/i)).not.toBeInTheDocument()
})

test('[J-240] the clobber strategies Auto, Accept and Abort say what they do', async () => {
  await openFlowDialog('Flow out', ['Production'])
  await page.getByRole('combobox', { name: 'Clobbered org changes' }).click()
  for (const name of ['Auto: stop when it is certain', 'Accept: overwrite it', 'Abort: deploy nothing'])
    await expect.element(page.getByRole('option', { name })).toBeVisible()
})
