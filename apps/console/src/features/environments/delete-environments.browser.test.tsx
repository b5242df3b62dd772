import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/environments'
const sandbox = () => sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false })

const deletion = page.getByRole('button', { name: 'Delete', exact: true })
const stackWith = (isInitialized: boolean, ...sandboxes: Environment[]) =>
  sampleStack({ isInitialized, environments: [sampleEnvironment(), ...sandboxes] })

test('[S-092] "Delete" is enabled in an initialized stack with a sandbox, and in no other', async () => {
  const { server } = await renderAt(address, {
    pushed: { stacks: [stackWith(true, sandbox())] },
    answers: environmentAnswers,
  })
  await expect.element(deletion).toBeEnabled()
  server.push({ type: 'pushStacks', stacks: [stackWith(true)] })
  await expect.element(deletion).toBeDisabled()
  server.push({ type: 'pushStacks', stacks: [stackWith(true, sandbox())] })
  await expect.element(deletion).toBeEnabled()
  server.push({ type: 'pushStacks', stacks: [stackWith(false, sandbox())] })
  await expect.element(deletion).toBeDisabled()
})

test('the dialog is opened, filled and left by keyboard, and is accessible', async () => {
  const { server } = await renderAt(address, {
    pushed: { stacks: [stackWith(true, sandbox())] },
    answers: { ...environmentAnswers, jobs: { provision: [] } },
  })
  await expect.element(deletion).toBeEnabled()
  const opener = deletion.element()
  if (opener instanceof HTMLElement) opener.focus()
  const dialog = page.getByRole('dialog', { name: 'Delete environments' })
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(opener)
  await userEvent.keyboard('{Enter}')
  await chooseByKeyboard('QA')
  await tabTo('checkbox', 'Delete sandbox')
  await userEvent.keyboard(' ')
  await tabTo('button', 'Submit')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body.jobTemplate)
    .toMatchObject({ environmentFilter: { include: { ids: [id(31)] } }, deleteSandbox: true })
})

/** Opens the picker of the environments and chooses one. */
async function chooseByKeyboard(name: string) {
  await tabTo('combobox', 'Environments')
  await userEvent.keyboard(name)
  await expect.element(page.getByRole('option', { name })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

/** Moves the focus with the Tab key to a control of the dialog. Fails when it is not reached. */
async function tabTo(role: 'button' | 'checkbox' | 'combobox', name: string) {
  const wanted = page.getByRole('dialog').getByRole(role, { name, exact: true })
  await expect.element(wanted).toBeVisible()
  const mostControls = 30
  for (let step = 0; step < mostControls && document.activeElement !== wanted.element(); step += 1)
    await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(wanted.element())
}
