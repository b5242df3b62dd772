import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleJob,
  sampleStack,
} from '../../../testing/samples.ts'
import { switchSingleKeys } from './single-keys.ts'

const stack = '/workspaces/acme/stacks/core-crm'
const palette = page.getByRole('dialog', { name: 'Command palette' })
const search = palette.getByRole('combobox')
const options = () =>
  palette
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)

async function visit(address: string) {
  const stacks = [
    sampleStack({ environments: [sampleEnvironment()] }),
    sampleStack({ id: id(3), slug: 'billing', name: 'Billing', environments: [] }),
  ]
  const ended = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-31T12:00:00.000Z' } as const
  const opened = await renderAt(address, {
    pushed: { stacks, jobs: [sampleJob({ id: id(71), commandName: 'FlowOut', ...ended })] },
    answers: environmentAnswers,
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return opened
}

test('Ctrl+K finds workspaces, stacks, environments, jobs, pages and actions', async () => {
  await visit(`${stack}/jobs`)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(search).toHaveFocus()
  for (const [query, found] of [
    ['acme', 'Acme Corp'],
    ['billing', 'Billing'],
    ['production core', 'ProductionCore CRM'],
    ['flow out failed', 'Flow out ProductionFailed · Core CRM'],
    ['test runs', 'Test runsgt'],
    ['new schedule', 'New schedule'],
    ['flow in prod', 'Flow in Production…Core CRM'],
    ['dark', 'Use the dark theme'],
  ] as const) {
    await search.fill(query)
    await expect.poll(options).toContain(found)
  }
  await expectAccessible()
})

test('Enter opens what the palette has found, and a query that matches nothing says so', async () => {
  const { path } = await visit(`${stack}/jobs`)
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('no such thing')
  await expect.element(palette.getByText('Nothing matches “no such thing”.')).toBeVisible()
  await search.fill('schedules')
  await expect.poll(options).toEqual(['Schedulesgs'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe(`${stack}/schedules`)
  await expect.element(palette).not.toBeInTheDocument()
})

test('the palette starts the flow of an environment', async () => {
  await visit(`${stack}/jobs`)
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('flow out production')
  await palette.getByRole('option', { name: /^Flow out Production…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Flow out environments' })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByText('Production')).toBeVisible()
})

test('the palette opens without a keyboard too, and Esc gives the focus back', async () => {
  await visit(`${stack}/jobs`)
  const button = page.getByRole('button', { name: 'Command palette' })
  await button.click()
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Command palette' }).click()
  await expect.element(palette).toBeVisible()
})

test.for([
  ['e', `${stack}/environments`],
  ['s', `${stack}/schedules`],
  ['t', `${stack}/test-runs`],
  ['w', '/workspaces/acme/stacks'],
  ['m', '/workspaces/acme/members'],
  ['i', '/workspaces/acme/invitations'],
  ['p', '/profile'],
] as const)('g and then %s opens %s', async ([letter, address]) => {
  const { path } = await visit(`${stack}/jobs`)
  await userEvent.keyboard(`g${letter}`)
  await expect.poll(path).toBe(address)
})

test('a key that somebody writes with opens nothing, and / leads to the filter', async () => {
  const { path } = await visit(`${stack}/jobs`)
  await userEvent.keyboard('/')
  const filter = page.getByRole('searchbox', { name: 'Filter jobs' })
  await expect.element(filter).toHaveFocus()
  await userEvent.keyboard('ge?')
  await expect.element(filter).toHaveValue('ge?')
  expect(path()).toBe(`${stack}/jobs`)
})

test('g i in the list of environments goes to the invitations and starts no flow', async () => {
  const { path } = await visit(`${stack}/environments`)
  page.getByRole('link', { name: 'Production', exact: true }).element().focus()
  await userEvent.keyboard('gi')
  await expect.poll(path).toBe('/workspaces/acme/invitations')
  await expect.element(page.getByRole('dialog', { name: 'Flow in environments' })).not.toBeInTheDocument()
})

test('? lists the keys, and single keys can be switched off there', async () => {
  onTestFinished(() => switchSingleKeys(true))
  const { path } = await visit(`${stack}/jobs`)
  await userEvent.keyboard('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(sheet.getByText('Command palette')).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('switch').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await userEvent.keyboard('?ge')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(path()).toBe(`${stack}/jobs`)
})
