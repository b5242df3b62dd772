import { ProblemError } from '@sluice/contract/client'
import { nameField } from '@sluice/contract/fields'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { InlineEdit } from './inline-edit.tsx'

async function open(onSave: (value: string | null) => Promise<void>) {
  await render(
    <InlineEdit label="Name" entity="stack" value="Core" schema={nameField('Stack name')} onSave={onSave} />,
  )
  await page.getByRole('button', { name: 'Edit name' }).click()
  return page.getByRole('textbox', { name: 'Name' })
}

test('[W-192] a saved value closes the input', async () => {
  const saved: (string | null)[] = []
  const input = await open(async (value) => void saved.push(value))
  await input.fill('CRM')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(input).not.toBeInTheDocument()
  expect(saved).toEqual(['CRM'])
})

test('[W-194] Escape cancels and saves nothing', async () => {
  const saved: (string | null)[] = []
  const input = await open(async (value) => void saved.push(value))
  await input.fill('CRM')
  await userEvent.keyboard('{Escape}')
  await expect.element(input).not.toBeInTheDocument()
  expect(saved).toEqual([])
})

test('an unchanged value is not saved', async () => {
  const saved: (string | null)[] = []
  const input = await open(async (value) => void saved.push(value))
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  expect(saved).toEqual([])
})

test('[W-193] a refused save keeps the input with the message', async () => {
  const refused = new ProblemError({ type: 'entityConflict', title: 'In use', status: 409 })
  const input = await open(() => Promise.reject(refused))
  await input.fill('CRM')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This name value is already in use on another stack.')
  await expect.element(input).toHaveValue('CRM')
})
