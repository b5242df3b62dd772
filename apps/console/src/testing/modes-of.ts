import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** The modes that an input of the environment picker offers; chooses Tags. */
export async function modesOf(name: string): Promise<string[]> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await expect.element(page.getByRole('option', { name: 'Tags' })).toBeVisible()
  const modes = page
    .getByRole('option')
    .elements()
    .map((mode) => mode.textContent ?? '')
  await page.getByRole('option', { name: 'Tags' }).click()
  await expect.poll(() => page.getByRole('option').elements().length).toBe(0)
  return modes
}
