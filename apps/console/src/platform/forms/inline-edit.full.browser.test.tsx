import { ProblemError } from '@sluice/contract/client'
import { nameField } from '@sluice/contract/fields'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { framesUntil } from '../../testing/frames-until.ts'
import { stopTime } from '../../testing/stop-time.ts'
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

test('[W-195] an unchanged value is not saved, unless that is forced', async () => {
  for (const [isForced, expected] of [
    [false, []],
    [true, ['Core']],
  ] as const) {
    const saved: (string | null)[] = []
    const { unmount } = await render(
      <InlineEdit
        label="Name"
        entity="stack"
        value="Core"
        schema={nameField('Stack name')}
        isSavedUnchanged={isForced}
        onSave={async (value) => void saved.push(value)}
      />,
    )
    await page.getByRole('button', { name: 'Edit name' }).click()
    const input = page.getByRole('textbox', { name: 'Name' })
    await input.fill('Core')
    await userEvent.keyboard('{Enter}')
    await expect.element(input).not.toBeInTheDocument()
    expect(saved).toEqual(expected)
    await unmount()
  }
})

test('[W-196] an empty value that is required is refused with the default message', async () => {
  const saved: (string | null)[] = []
  const input = await open(async (value) => void saved.push(value))
  await input.fill('  ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^You must enter a value\.$/)
  expect(saved).toEqual([])
})

test('[W-197] a save without an end gives the input back after 20 seconds', async () => {
  const input = await open(() => new Promise(() => undefined))
  await input.fill('CRM')
  stopTime('waits')
  document.querySelector('form')?.requestSubmit()
  const isDisabled = () => input.query()?.matches(':disabled') === true
  await framesUntil(() => isDisabled() && vi.getTimerCount() > 0)
  vi.advanceTimersByTime(19_999)
  expect(isDisabled()).toBe(true)
  vi.advanceTimersByTime(1)
  await framesUntil(() => !isDisabled())
  expect(input.query()).toHaveProperty('value', 'CRM')
})
