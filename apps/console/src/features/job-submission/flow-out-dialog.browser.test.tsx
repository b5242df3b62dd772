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

test('it says that a confirmation is not asked yet', async () => {
  await openFlowDialog('Flow out', ['Production'])
  await expect.element(page.getByText(/Confirmation is not asked yet/)).toBeVisible()
})
