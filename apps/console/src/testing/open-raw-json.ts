import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** Opens the card "Advanced" of a page; gives the value that its raw JSON shows. */
export async function openRawJson(label: string): Promise<unknown> {
  await page.getByRole('main').getByRole('button', { name: 'Advanced', exact: true }).click()
  const raw = page.getByLabelText(label, { exact: true })
  await expect.element(raw).toBeVisible()
  return JSON.parse(raw.element().textContent)
}
