import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInStack } from '../../testing/render-in-stack.tsx'
import { id } from '../../testing/samples.ts'
import { FlowOutDialog } from './flow-out-dialog.tsx'
import { newFlowOut } from './flow-out-form.ts'

const dialog = <FlowOutDialog isOpen onClose={() => undefined} initial={newFlowOut([id(30)])} />

test('[J-021] test classes can be entered for the test level Specified tests only', async () => {
  await renderInStack(dialog)
  const classes = page.getByRole('textbox', { name: 'Test classes' })
  await expect.element(classes).toBeDisabled()
  await page.getByRole('combobox', { name: 'Test level' }).click()
  await page.getByRole('option', { name: 'Specified tests' }).click()
  await expect.element(classes).toBeEnabled()
})

test('it says that a confirmation is not asked yet', async () => {
  await renderInStack(dialog)
  await expect.element(page.getByText(/Confirmation is not asked yet/)).toBeVisible()
})
