import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from '../../testing/samples.ts'
import { expectShown } from '../../testing/expect-shown.ts'

const address = '/workspaces/acme/stacks/core-crm/environments/production/settings'
const main = page.getByRole('main')
const stackWith = (changes: Partial<Environment>) =>
  sampleStack({ environments: [sampleEnvironment(changes)] })
const deletion = page.getByRole('button', { name: 'Delete environment', exact: true })
const sandbox = { isProduction: false, sfdcSandboxName: 'qa' }

test.for<[string, string, Partial<Environment>, { isInitialized: boolean }]>([
  ['[S-217]', 'The production environment cannot be deleted.', {}, { isInitialized: true }],
  [
    '[S-218] [S-176]',
    'This environment is locked. You must wait for the environment to become unlocked before deleting it.',
    { ...sandbox, isLocked: true },
    { isInitialized: true },
  ],
  ['[S-219]', 'This environment cannot be deleted.', sandbox, { isInitialized: false }],
])('%s the deletion is blocked with "%s"', async ([, reason, changes, stack]) => {
  await renderAt(address, {
    pushed: { stacks: [sampleStack({ ...stack, environments: [sampleEnvironment(changes)] })] },
    answers: environmentAnswers,
  })
  await expectShown(reason, main)
  await expect.element(deletion).toBeDisabled()
  await expect.element(deletion).toHaveAccessibleDescription(reason)
})

test('who may not delete the environment is told so', async () => {
  const stacks = [stackWith({ ...sandbox, createdByUserId: id(91) })]
  const workspace = sampleWorkspace({
    ownerUserId: id(91),
    members: [sampleMember({ accessLevel: 'Contributor' })],
  })
  await renderAt(address, {
    pushed: { workspace, stacks },
    answers: environmentAnswers,
  })
  await expect.element(deletion).toBeDisabled()
})

test('the danger zone of a sandbox environment opens the dialog with the environment chosen', async () => {
  const { server } = await renderAt(address, {
    pushed: { stacks: [stackWith(sandbox)] },
    answers: { ...environmentAnswers, jobs: { provision: forever } },
  })
  await deletion.click()
  const dialog = page.getByRole('dialog', { name: 'Delete environments' })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobCommandName: 'DeleteEnvironment',
      jobTemplate: { environmentFilter: { include: { ids: [id(30)] } } },
    })
})
